/** The journal's writes. */
import { isTerminal, type JournalEvent } from '../../journal/events.ts';
import { projectCommit } from '../../journal/projection.ts';
import { worldError } from '../messages.ts';
import type { CommitOutcome, CreateOutcome, NewRun, RunCommit } from '../world.ts';
import { EVENT_COLUMNS, EVENTS_PER_RUN_MAX, toEventCells } from './event-row.ts';
import { checkTokens, writeHooks } from './hooks.ts';
import { findRow, fromStatusCode, toStatusCode } from './run-row.ts';
import type { Store } from './store.ts';
import { findWorker } from './workers.ts';

const INSERT_EVENT = `INSERT INTO events (id, ${EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function createRun(store: Store, { runId, workflowId, owner, dueAt, events }: NewRun): CreateOutcome {
  if (findRow(store, runId)) return { ok: false, reason: 'exists' };
  const projection = projectCommit(events);
  const conflicts = checkTokens(store, runId, projection);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };

  const createdAt = events[0]!.at;
  const worker = owner === null ? null : findWorker(store, owner);
  const status = projection.status ?? 'pending';
  const hasEnded = isTerminal(status);
  const due = hasEnded ? null : owner !== null && worker === null ? (dueAt ?? createdAt) : dueAt;
  const { buildId, startedAt, completedAt } = projection;
  const { lastId: run } = store.run(
    `INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, NULL)`,
    runId,
    workflowId,
    buildId,
    toStatusCode(status),
    createdAt,
    startedAt,
    completedAt,
    events.length,
    worker === null ? 0 : 1,
    hasEnded ? null : worker,
    due,
  );
  insertEvents(store, run, events);
  writeHooks(store, run, projection);

  store.publish({ kind: 'run', runId, status });
  if (worker === null && due !== null) store.publish({ kind: 'due', dueAt: due });
  return { ok: true };
}

export function commitRun(store: Store, commit: RunCommit): CommitOutcome {
  const { runId, events, inboxTaken } = commit;
  const row = findRow(store, runId);
  const isOwner = row && row.owner !== null && row.epoch === commit.epoch && row.seq === commit.afterSeq;
  if (!isOwner) return { ok: false, reason: 'fenced' };
  const projection = projectCommit(events);
  const conflicts = checkTokens(store, runId, projection);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };
  const seq = row.seq + events.length;
  if (seq >= EVENTS_PER_RUN_MAX) throw worldError('world_journal_full', { runId, eventsMax: EVENTS_PER_RUN_MAX });

  const status = projection.status ?? fromStatusCode(row.status);
  const hasEnded = isTerminal(status);
  const owner = hasEnded || commit.release ? null : row.owner;
  const taken = Math.max(inboxTaken, row.inbox_taken);
  const due = hasEnded ? null : row.inbox_last > taken ? 0 : commit.dueAt;
  insertEvents(store, row.id, events);
  writeHooks(store, row.id, projection);
  if (hasEnded) store.run('DELETE FROM inbox WHERE run = ?', row.id);
  else if (taken > row.inbox_taken) store.run('DELETE FROM inbox WHERE run = ? AND n <= ?', row.id, taken);
  store.run(
    `UPDATE runs SET build_id = ?, status = ?, started_at = ?, completed_at = ?, seq = ?, owner = ?, due_at = ?,
     inbox_taken = ?, parked = ? WHERE id = ?`,
    projection.buildId ?? row.build_id,
    toStatusCode(status),
    projection.startedAt ?? row.started_at,
    projection.completedAt,
    seq,
    owner,
    due,
    taken,
    commit.parked && JSON.stringify(commit.parked),
    row.id,
  );

  store.publish({ kind: 'run', runId, status });
  if (owner === null && due !== null) store.publish({ kind: 'due', dueAt: due });
  return { ok: true };
}

function insertEvents(store: Store, run: number, events: readonly JournalEvent[]): void {
  for (const event of events) store.run(INSERT_EVENT, run * EVENTS_PER_RUN_MAX + event.seq, ...toEventCells(event));
}
