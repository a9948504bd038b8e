/** Rules for writes that every World applies in the same way. Pure. */
import type { AttributeValue } from '../contract/attributes.ts';
import type { RunId } from '../contract/ids.ts';
import { isListStream, listBeganAt } from '../contract/stored-list.ts';
import type { JournalEvent } from '../journal/events.ts';
import { projectCommit, type CommitProjection } from '../journal/projection.ts';
import { worldError } from './messages.ts';
import type {
  Chunk,
  ChunkWriter,
  FoundHook,
  HookDeliveryOptions,
  NewRun,
  Outbox,
  ProjectIdentity,
  RunCommit,
  TokenConflict,
} from './world.ts';

/** The limit of events that a run keeps: `run_created`, and all since it began anew. */
export const EVENTS_PER_RUN_MAX = 2 ** 22;

/** Throws `world_events_misnumbered` or `world_outbox_invalid` for a run that must not be stored. */
export function assertNewRun({ runId, events, outbox }: NewRun): void {
  assertDense(runId, 0, events);
  if (outbox) assertOutbox(outbox);
}

/**
 * Throws `world_events_misnumbered`, `world_appends_unrecorded` or `world_outbox_invalid` for a commit that must not be
 * stored.
 */
export function assertCommit({ runId, afterSeq, events, appends = [], outbox }: RunCommit): void {
  assertDense(runId, afterSeq, events);
  if (appends.length > 0 && events.length === 0) throw worldError('world_appends_unrecorded', { runId });
  if (outbox) assertOutbox(outbox);
}

/** Whether the payloads that an owner took itself are the next messages of its run. */
export const acceptsInOrder = ({ accepts = [], inboxTaken }: RunCommit, inboxLast: number): boolean =>
  accepts.length === 0 || inboxLast + accepts.length === inboxTaken;

/**
 * Throws `world_project_differs` when the store belongs to another project.
 * @param at `found`: the project of the store; `null`: none yet.
 */
export function assertSameProject(
  { name, formerName }: ProjectIdentity,
  { store, found }: { store: string; found: string | null },
): void {
  if (found === null || found === name || found === formerName) return;
  throw worldError('world_project_differs', { store, found, project: name });
}

/** The events must be dense from `afterSeq + 1`. */
function assertDense(runId: RunId, afterSeq: number, events: readonly JournalEvent[]): void {
  for (const [i, { seq }] of events.entries()) {
    const expected = afterSeq + 1 + i;
    if (seq !== expected) throw worldError('world_events_misnumbered', { runId, expected, found: seq });
  }
}

/** An outbox must not hold anything that could be refused, because its commit could not report that. */
function assertOutbox({ runs }: Outbox): void {
  for (const { runId, owner, events, appends, outbox } of runs) {
    assertDense(runId, 0, events);
    const { created, openedHooks } = projectCommit(events);
    const broken = (reason: string) => worldError('world_outbox_invalid', { runId, reason });
    if (owner !== null) throw broken('it has an owner');
    if (created?.key != null) throw broken('it has a key');
    if (openedHooks.length > 0) throw broken('it opens hooks');
    if (appends) throw broken('it appends to streams');
    if (outbox) throw broken('it has an outbox of its own');
  }
}

/** The run that already holds the key of a new run; `null`: none does. */
export function findKeyConflict(holder: RunId | null, { takesKeyFrom = null }: NewRun): RunId | null {
  return holder === takesKeyFrom ? null : holder;
}

/** The active hook that holds a token. */
export interface TokenHolder {
  runId: RunId;
  call: number;
}

/** Whether a commit closes the hook of a call of its run. */
export const closesHook = ({ closedHooks }: CommitProjection, call: number): boolean =>
  closedHooks === 'all' || closedHooks.includes(call);

/**
 * The tokens of a commit that another hook holds, in the store or in the same commit. Hooks that the commit closes do
 * not count.
 */
export function findConflicts(
  runId: RunId,
  projection: CommitProjection,
  findHolder: (token: string) => TokenHolder | null,
): TokenConflict[] {
  const conflicts: TokenConflict[] = [];
  const asked = new Set<string>();
  for (const { call, token } of projection.openedHooks) {
    const holder = findHolder(token);
    const isHeld = holder !== null && !(holder.runId === runId && closesHook(projection, holder.call));
    if (isHeld) conflicts.push({ call, token, heldBy: holder.runId });
    else if (asked.has(token)) conflicts.push({ call, token, heldBy: runId });
    asked.add(token);
  }
  return conflicts;
}

/** When a run may be purged: `null` while it has not ended, and when it is kept for ever. */
export const toExpiry = (completedAt: number | null, retentionMs: number | null): number | null =>
  completedAt === null || retentionMs === null ? null : completedAt + retentionMs;

/**
 * Whether a run that begins anew lets go of a stream: a list of the part before the last one. Steps that nobody waits
 * for may still read the lists of the last one.
 * @param baseSeq Where the last part began.
 */
export const isOldList = (stream: string, baseSeq: number): boolean =>
  isListStream(stream) && listBeganAt(stream) < baseSeq;

/** The attempt of a step call that wrote last, and the epoch of its run then. */
export type LatestWriter = Pick<ChunkWriter, 'epoch' | 'attempt'>;

/** Whether a later attempt than the writer's has written. One owner never goes back to an earlier attempt. */
export const isSuperseded = (writer: ChunkWriter, latest: LatestWriter): boolean =>
  latest.epoch > writer.epoch || (latest.epoch === writer.epoch && latest.attempt > writer.attempt);

/** An attribute's value as text; values of different types never have the same text. */
export const toAttributeText = (value: AttributeValue): string => JSON.stringify(value);

/** Chunks that are to be appended to a stream. */
interface PlacedChunks {
  /** Index after the last chunk of the stream. */
  end: number;
  /** The index that the first of them is meant for. `undefined`: any. */
  index: number | undefined;
  count: number;
  /** How many of them, from the first on, the stream already holds. Default: none. */
  known?: number;
}

/** Whether chunks would get other indexes than those that they are meant for. */
export const haveMoved = ({ end, index, count, known = 0 }: PlacedChunks): boolean =>
  index !== undefined && known < count && end !== index + known;

/** Whether two chunks are the same text or the same bytes. */
export function isSameChunk(one: Chunk, other: Chunk): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** Whether a payload is for this hook, as the next message of its run: see `World.deliverToHook`. */
export const isMeant = ({ runId, inboxLast }: FoundHook, { holder, n }: HookDeliveryOptions): boolean =>
  (holder ?? runId) === runId && (n ?? inboxLast + 1) === inboxLast + 1;
