/** One run as the memory World keeps it. */
import { changeAttributes } from '../../contract/attributes.ts';
import { isTerminal, type JournalEvent } from '../../journal/events.ts';
import type { CommitProjection } from '../../journal/projection.ts';
import { sinceBase } from '../../journal/replay-base.ts';
import { isOldList, toExpiry } from '../commit-rules.ts';
import type { InboxMessage, NewRun, RunCommit, RunRecord } from '../world.ts';
import type { MemoryStream } from './streams.ts';

/** The state of one run. */
export interface MemoryRun {
  record: RunRecord;
  /** Its position in the order of creation, from 1; never reused. */
  position: number;
  journal: JournalEvent[];
  inbox: InboxMessage[];
  /** Number of the last message that ever came in. */
  inboxLast: number;
  /** See `ClaimedRun.abandonedAt`; the next commit resets it. */
  abandonedAt: number | null;
  /** How long it is kept after its end; `null`: for ever. */
  retentionMs: number | null;
  streams: Map<string, MemoryStream>;
}

/** Creates a run. `ownerLives`: its owner is a known worker; otherwise the run has no owner and is due. */
export function createMemoryRun(
  run: NewRun,
  projection: CommitProjection,
  { position, ownerLives }: { position: number; ownerLives: boolean },
): MemoryRun {
  const { runId, workflowId, owner, dueAt, events } = run;
  const { retentionMs = null, key = null, attributes = {}, parent = null } = projection.created ?? {};
  const createdAt = events[0]!.at;
  const isOrphan = owner !== null && !ownerLives;
  const record: RunRecord = {
    runId,
    workflowId,
    buildId: null,
    status: 'pending',
    createdAt,
    startedAt: null,
    completedAt: null,
    seq: events.length,
    epoch: owner === null ? 0 : 1,
    owner: ownerLives ? owner : null,
    dueAt: isOrphan ? (dueAt ?? createdAt) : dueAt,
    inboxTaken: 0,
    parked: null,
    key,
    attributes,
    parent,
    pausedAt: null,
    baseSeq: 0,
    expiresAt: null,
  };
  const rest = { inbox: [], inboxLast: 0, abandonedAt: isOrphan ? Infinity : null, retentionMs, streams: new Map() };
  const created = { record, position, journal: events, ...rest };
  applyProjection(created, projection);
  return created;
}

/** Applies a commit whose conditions hold. */
export function applyCommit(run: MemoryRun, commit: RunCommit, projection: CommitProjection): void {
  const { record } = run;
  for (const event of commit.events) run.journal.push(event);
  run.inbox = run.inbox.filter(({ n }) => n > commit.inboxTaken);
  run.abandonedAt = null;
  record.seq += commit.events.length;
  record.inboxTaken = Math.max(record.inboxTaken, commit.inboxTaken);
  run.inboxLast = Math.max(run.inboxLast, commit.inboxTaken);
  record.dueAt = run.inbox.length > 0 && commit.parked === null ? 0 : commit.dueAt;
  record.parked = commit.parked;
  if (commit.release) record.owner = null;
  applyProjection(run, projection);
}

/** Applies events, and the consequences of the run's end, to the record. */
function applyProjection(run: MemoryRun, projection: CommitProjection): void {
  const { record } = run;
  record.status = projection.status ?? record.status;
  record.startedAt = projection.startedAt ?? record.startedAt;
  record.completedAt = projection.completedAt ?? record.completedAt;
  record.buildId = projection.buildId ?? record.buildId;
  if (projection.attributes) record.attributes = changeAttributes(record.attributes, projection.attributes);
  if (projection.pause) record.pausedAt = projection.pause.at;
  if (projection.baseSeq !== null) beginAnew(run, projection.baseSeq);
  if (!isTerminal(record.status)) return;
  record.owner = null;
  record.dueAt = null;
  record.expiresAt = toExpiry(record.completedAt, run.retentionMs);
  run.inbox = [];
}

/** Drops the events before, and the lists of the part before the last one. */
function beginAnew(run: MemoryRun, baseSeq: number): void {
  const { record, streams } = run;
  for (const name of streams.keys()) if (isOldList(name, record.baseSeq)) streams.delete(name);
  record.baseSeq = baseSeq;
  run.journal = sinceBase(run.journal, baseSeq);
}
