/** One run as the memory World keeps it. */
import { isTerminal, type JournalEvent } from '../../journal/events.ts';
import type { CommitProjection } from '../../journal/projection.ts';
import type { Chunk, InboxMessage, NewRun, RunCommit, RunRecord } from '../world.ts';

export interface MemoryStream {
  chunks: Chunk[];
  closed: boolean;
}

export interface MemoryRun {
  record: RunRecord;
  journal: JournalEvent[];
  inbox: InboxMessage[];
  /** Number of the last message that ever came in. */
  inboxLast: number;
  streams: Map<string, MemoryStream>;
}

/** A new run. `ownerLives`: the worker it is meant for is known; else it has no owner and is due. */
export function createMemoryRun(run: NewRun, projection: CommitProjection, ownerLives: boolean): MemoryRun {
  const { runId, workflowId, owner, dueAt, events } = run;
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
    epoch: ownerLives ? 1 : 0,
    owner: ownerLives ? owner : null,
    dueAt: isOrphan ? (dueAt ?? createdAt) : dueAt,
    inboxTaken: 0,
    parked: null,
  };
  const created = { record, journal: events, inbox: [], inboxLast: 0, streams: new Map() };
  applyProjection(created, projection);
  return created;
}

/** Applies a commit whose conditions hold. */
export function applyCommit(run: MemoryRun, commit: RunCommit, projection: CommitProjection): void {
  const { record } = run;
  run.journal.push(...commit.events);
  run.inbox = run.inbox.filter(({ n }) => n > commit.inboxTaken);
  record.seq += commit.events.length;
  record.inboxTaken = Math.max(record.inboxTaken, commit.inboxTaken);
  record.dueAt = run.inbox.length > 0 ? 0 : commit.dueAt;
  record.parked = commit.parked;
  if (commit.release) record.owner = null;
  applyProjection(run, projection);
}

/** Writes what events mean into the record, and what the end of a run brings with it. */
function applyProjection(run: MemoryRun, projection: CommitProjection): void {
  const { record } = run;
  record.status = projection.status ?? record.status;
  record.startedAt = projection.startedAt ?? record.startedAt;
  record.completedAt = projection.completedAt ?? record.completedAt;
  record.buildId = projection.buildId ?? record.buildId;
  if (!isTerminal(record.status)) return;
  record.owner = null;
  record.dueAt = null;
  run.inbox = [];
}
