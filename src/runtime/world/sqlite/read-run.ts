/** Reads of runs and their journals. */
import type { JournalEvent } from '../../journal/events.ts';
import type { RunId } from '../../contract/ids.ts';
import type { RunRecord } from '../world.ts';
import { EVENTS_PER_RUN_MAX, toEvent, type EventRow } from './event-row.ts';
import { findRow, SELECT_OWNED_RUNS, toRecord, type OwnedRunRow } from './run-row.ts';
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

/** The events of a run that replay needs. */
export function readReplayed(store: Store, run: number): JournalEvent[] {
  const baseSeq = store.first<{ base_seq: number }>('SELECT base_seq FROM runs WHERE id = ?', run)?.base_seq ?? 0;
  if (baseSeq === 0) return readEvents(store, run, 0);
  const created = store.all<EventRow>('SELECT * FROM events WHERE id = ?', run * EVENTS_PER_RUN_MAX + 1);
  return [...created.map(toEvent), ...readEvents(store, run, baseSeq - 1)];
}

export function nextDueAt(store: Store): number | null {
  const text = 'SELECT due_at FROM runs WHERE owner IS NULL AND due_at IS NOT NULL ORDER BY due_at LIMIT 1';
  return store.first<{ due_at: number }>(text)?.due_at ?? null;
}
