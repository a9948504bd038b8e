/** The journal's writes. */
import type { JournalEvent } from '../../journal/events.ts';
import { projectCommit, type CommitProjection } from '../../journal/projection.ts';
import { worldError } from '../messages.ts';
import type { CommitOutcome, CreateOutcome, NewRun, RunCommit } from '../world.ts';
import { EVENT_COLUMNS, EVENTS_PER_RUN_MAX, toEventCells } from './event-row.ts';
import { checkTokens, writeHooks } from './hooks.ts';
import { removeMessages } from './inbox.ts';
import { findRow, fromStatusCode, hasEnded, insertRun, toStatusCode, updateRun, type RunRow } from './run-row.ts';
import type { Store } from './store.ts';
import { findWorker } from './workers.ts';

const INSERT_EVENT = `INSERT INTO events (id, ${EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function createRun(store: Store, run: NewRun): CreateOutcome {
  const { runId, owner, events } = run;
  if (findRow(store, runId)) return { ok: false, reason: 'exists' };
  const projection = projectCommit(events);
  const conflicts = checkTokens(store, runId, projection);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };

  const worker = owner === null ? null : findWorker(store, owner);
  const row = insertRun(store, toFirstRow(run, projection, worker));
  insertEvents(store, row.id, events);
  writeHooks(store, row.id, projection);
  publishRun(store, row);
  return { ok: true };
}

export function commitRun(store: Store, commit: RunCommit): CommitOutcome {
  const { runId, events } = commit;
  const row = findRow(store, runId);
  const isOwner = row && row.owner !== null && row.epoch === commit.epoch && row.seq === commit.afterSeq;
  if (!isOwner) return { ok: false, reason: 'fenced' };
  const projection = projectCommit(events);
  const conflicts = checkTokens(store, runId, projection);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };

  const next = toNextRow(row, commit, projection);
  if (next.seq >= EVENTS_PER_RUN_MAX) throw worldError('world_journal_full', { runId, eventsMax: EVENTS_PER_RUN_MAX });
  insertEvents(store, row.id, events);
  writeHooks(store, row.id, projection);
  if (hasEnded(next)) removeMessages(store, row.id, row.inbox_last);
  else if (next.inbox_taken > row.inbox_taken) removeMessages(store, row.id, next.inbox_taken);
  updateRun(store, row, next);
  publishRun(store, next);
  return { ok: true };
}

/** `worker`: internal id of the owner; `null` also when that worker was given up, so that others take the run. */
function toFirstRow(run: NewRun, projection: CommitProjection, worker: number | null): Omit<RunRow, 'id'> {
  const { runId, workflowId, owner, dueAt, events } = run;
  const createdAt = events[0]!.at;
  const isOrphan = owner !== null && worker === null;
  return withoutWantsAtEnd({
    run_id: runId,
    workflow_id: workflowId,
    build_id: projection.buildId,
    status: toStatusCode(projection.status ?? 'pending'),
    created_at: createdAt,
    started_at: projection.startedAt,
    completed_at: projection.completedAt,
    seq: events.length,
    epoch: worker === null ? 0 : 1,
    owner: worker,
    due_at: isOrphan ? (dueAt ?? createdAt) : dueAt,
    inbox_last: 0,
    inbox_taken: 0,
    parked: null,
  });
}

function toNextRow(row: RunRow, commit: RunCommit, projection: CommitProjection): RunRow {
  const taken = Math.max(commit.inboxTaken, row.inbox_taken);
  return withoutWantsAtEnd({
    ...row,
    build_id: projection.buildId ?? row.build_id,
    status: projection.status === null ? row.status : toStatusCode(projection.status),
    started_at: projection.startedAt ?? row.started_at,
    completed_at: projection.completedAt,
    seq: row.seq + commit.events.length,
    owner: commit.release ? null : row.owner,
    due_at: row.inbox_last > taken ? 0 : commit.dueAt,
    inbox_taken: taken,
    parked: commit.parked && JSON.stringify(commit.parked),
  });
}

/** A run that has ended has no owner and is never due. */
function withoutWantsAtEnd<Row extends Pick<RunRow, 'status' | 'owner' | 'due_at'>>(row: Row): Row {
  return hasEnded(row) ? { ...row, owner: null, due_at: null } : row;
}

function insertEvents(store: Store, run: number, events: readonly JournalEvent[]): void {
  for (const event of events) store.run(INSERT_EVENT, run * EVENTS_PER_RUN_MAX + event.seq, ...toEventCells(event));
}

function publishRun(store: Store, row: RunRow): void {
  store.publish({ kind: 'run', runId: row.run_id, status: fromStatusCode(row.status) });
  if (row.owner === null && row.due_at !== null) store.publish({ kind: 'due', dueAt: row.due_at });
}
