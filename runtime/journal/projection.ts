/**
 * The facts that a store derives from the events of a commit. Pure, and shared by all Worlds, so that an event means
 * the same in each of them.
 */
import type { AttributeChanges, Attributes } from '../contract/attributes.ts';
import type { BuildId, RunId } from '../contract/ids.ts';
import type { HookCreated, JournalEvent, RunCreated, RunStatus } from './events.ts';

/** Changes to the record of a run, and to its hooks. */
export interface CommitProjection {
  /** New status of the run; `null` leaves it as it is. */
  status: RunStatus | null;
  startedAt: number | null;
  completedAt: number | null;
  buildId: BuildId | null;
  /** Facts of the run's creation; `null` in later commits. */
  created: CreatedFacts | null;
  /** Changes of its attributes after its creation; `null`: there are none. */
  attributes: AttributeChanges | null;
  /** The run was paused at `at`, or goes on (`at: null`); `null`: neither. */
  pause: { at: number | null } | null;
  /** Seq of a `run_continued`; `null` leaves it as it is. */
  baseSeq: number | null;
  /** Hooks whose tokens must be claimed; the commit is refused when another active hook holds one. */
  openedHooks: HookCreated[];
  /** Calls whose hooks are closed; `'all'` at the end of a run. */
  closedHooks: number[] | 'all';
}

/** The part of `run_created` that stores index or act on. */
export interface CreatedFacts {
  key: string | null;
  attributes: Attributes;
  parent: RunId | null;
  /** How long the run is kept after its end; `null`: for ever. */
  retentionMs: number | null;
}

const toFacts = ({ key, attributes, parent, retentionMs }: RunCreated): CreatedFacts => ({
  key: key ?? null,
  attributes: attributes ?? {},
  parent: parent?.runId ?? null,
  retentionMs: retentionMs ?? null,
});

/** Derives the facts from the events of one commit, in their order. */
export function projectCommit(events: readonly JournalEvent[]): CommitProjection {
  const projection: CommitProjection = {
    status: null,
    startedAt: null,
    completedAt: null,
    buildId: null,
    created: null,
    attributes: null,
    pause: null,
    baseSeq: null,
    openedHooks: [],
    closedHooks: [],
  };
  const conflicting = new Set<number>();
  for (const event of events) {
    switch (event.type) {
      case 'run_created':
        projection.status = 'pending';
        projection.created = toFacts(event);
        projection.buildId = event.buildId ?? null;
        break;
      case 'attributes_set':
      case 'attributes_changed':
        projection.attributes = { ...projection.attributes, ...event.attributes };
        break;
      case 'run_started':
        projection.status = 'running';
        projection.startedAt = event.at;
        projection.buildId = event.buildId;
        break;
      case 'run_moved':
        projection.buildId = event.buildId;
        break;
      case 'run_continued':
        projection.buildId = event.buildId;
        projection.baseSeq = event.seq;
        break;
      case 'run_paused':
        projection.pause = { at: event.at };
        break;
      case 'run_resumed':
      case 'run_cancel_requested':
        projection.pause = { at: null };
        break;
      case 'run_completed':
      case 'run_failed':
      case 'run_cancelled':
        projection.status = event.type.slice('run_'.length) as RunStatus;
        projection.completedAt = event.at;
        projection.closedHooks = 'all';
        break;
      case 'hook_created':
        projection.openedHooks.push(event);
        break;
      case 'hook_conflict':
        conflicting.add(event.call);
        break;
      case 'hook_disposed':
        if (projection.closedHooks !== 'all') projection.closedHooks.push(event.call);
        break;
      default:
        break;
    }
  }
  // A hook that the same commit closes again never holds its token.
  const { closedHooks } = projection;
  const isClosed = (call: number): boolean => closedHooks === 'all' || closedHooks.includes(call);
  projection.openedHooks = projection.openedHooks.filter(({ call }) => !conflicting.has(call) && !isClosed(call));
  return projection;
}
