/** Reads of runs and their journals. */
import type { JournalEvent } from '../../journal/events.ts';
import type { RunId } from '../../contract/ids.ts';
import { toCursor, toPosition } from '../list-cursor.ts';
import type { RunFilter, RunPage, RunRecord } from '../world.ts';
import { EVENTS_PER_RUN_MAX, toEvent, type EventRow } from './event-row.ts';
import { findRow, SELECT_OWNED_RUNS, toRecord, toStatusCode, type OwnedRunRow } from './run-row.ts';
import type { Store } from './store.ts';

export function readRun(store: Store, runId: RunId): RunRecord | null {
  const row = store.first<OwnedRunRow>(`${SELECT_OWNED_RUNS} WHERE run_id = ?`, runId);
  return row ? toRecord(row) : null;
}

export function readJournal(store: Store, runId: RunId, afterSeq: number): JournalEvent[] {
  const row = findRow(store, runId);
  return row ? readEvents(store, row.id, afterSeq) : [];
}

export function readEvents(store: Store, run: number, afterSeq: number): JournalEvent[] {
  const first = run * EVENTS_PER_RUN_MAX;
  const text = 'SELECT * FROM events WHERE id > ? AND id < ? ORDER BY id';
  return store.all<EventRow>(text, first + afterSeq, first + EVENTS_PER_RUN_MAX).map(toEvent);
}

/** The cursor is the internal id of the last run of the page before. */
export function listRuns(store: Store, { status, workflowId, limit, cursor }: RunFilter): RunPage {
  const conditions = ['runs.id < ?'];
  const values: (number | string)[] = [toPosition(cursor)];
  if (status !== undefined) {
    // SQLite uses the partial index only when its condition is in the query word for word.
    conditions.push(status === 'completed' ? 'status = ?' : 'status = ? AND status <> 2');
    values.push(toStatusCode(status));
  }
  if (workflowId !== undefined) {
    conditions.push('workflow_id = ?');
    values.push(workflowId);
  }
  const text = `${SELECT_OWNED_RUNS} WHERE ${conditions.join(' AND ')} ORDER BY runs.id DESC LIMIT ?`;
  const rows = store.all<OwnedRunRow>(text, ...values, limit + 1);
  const page = rows.slice(0, limit);
  return { runs: page.map(toRecord), cursor: rows.length > limit ? toCursor(page.at(-1)!.id) : null };
}

export function nextDueAt(store: Store): number | null {
  const text = 'SELECT due_at FROM runs WHERE owner IS NULL AND due_at IS NOT NULL ORDER BY due_at LIMIT 1';
  return store.first<{ due_at: number }>(text)?.due_at ?? null;
}
