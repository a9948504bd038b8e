/**
 * What a store derives from the events of a commit. Pure, and shared by all Worlds, so that none of them has an
 * opinion of its own about what an event means.
 */
import type { BuildId } from '../contract/ids.ts';
import type { HookCreated, JournalEvent, RunStatus } from './events.ts';

export interface CommitProjection {
  /** New status of the run; `null` leaves it as it is. */
  status: RunStatus | null;
  startedAt: number | null;
  completedAt: number | null;
  buildId: BuildId | null;
  /** Hooks whose tokens must be claimed; the commit is refused when another active hook holds one. */
  openedHooks: HookCreated[];
  /** Calls whose hooks are closed; `'all'` at the end of a run. */
  closedHooks: number[] | 'all';
}

export function projectCommit(events: readonly JournalEvent[]): CommitProjection {
  const projection: CommitProjection = {
    status: null,
    startedAt: null,
    completedAt: null,
    buildId: null,
    openedHooks: [],
    closedHooks: [],
  };
  const conflicting = new Set<number>();
  for (const event of events) {
    switch (event.type) {
      case 'run_created':
        projection.status = 'pending';
        break;
      case 'run_started':
        projection.status = 'running';
        projection.startedAt = event.at;
        projection.buildId = event.buildId;
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
