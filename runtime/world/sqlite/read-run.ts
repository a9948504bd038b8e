/** Reads of runs and their journals. */
import type { RunId } from '../../contract/ids.ts';
import type { RunRecord } from '../world.ts';
import { findEventRanges, toEventId } from './event-places.ts';
import { EVENT_COLUMNS, PAGE_EVENTS, type EventCells } from './event-row.ts';
import { findRow, SELECT_OWNED_RUNS, toRecord, type OwnedRunRow, type RunRow } from './run-row.ts';
import type { Store } from './store.ts';

/** See `World.readRun`. */
export function readRun(store: Store, runId: RunId): RunRecord | null {
  const row = store.first<OwnedRunRow>(`${SELECT_OWNED_RUNS} WHERE run_id = ?`, runId);
  return row ? toRecord(row) : null;
}

/**
 * The next events that a run has: at most {@link PAGE_EVENTS} rows and `run_created`. Run and events are read at one
 * moment: a run that begins anew drops events.
 */
export const readEventPage = (store: Store, runId: RunId, afterSeq: number): EventCells[] =>
  store.atOneMoment(() => {
    const row = findRow(store, runId);
    return row ? readEvents(store, row, afterSeq) : [];
  });

/** The events of a run after one, up to the end of the page: `run_created`, and those since the run began anew. */
export function readEvents(store: Store, { id, seq, base_seq: baseSeq }: RunRow, afterSeq = 0): EventCells[] {
  const cells: EventCells[] = [];
  const text = `SELECT id + ?, ${EVENT_COLUMNS} FROM events WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?`;
  if (baseSeq > 0 && afterSeq === 0) {
    const created = toEventId(id, 1);
    cells.push(...store.lists<EventCells>(text, 1 - created, created, created, 1));
  }
  for (const { firstId, lastId, shift } of findEventRanges(id, Math.max(afterSeq + 1, baseSeq), seq)) {
    const left = PAGE_EVENTS - cells.length;
    if (left > 0) for (const row of store.lists<EventCells>(text, shift, firstId, lastId, left)) cells.push(row);
  }
  return cells;
}

/** See `World.nextDueAt`. */
export function nextDueAt(store: Store): number | null {
  const text = 'SELECT due_at FROM runs WHERE owner IS NULL AND due_at IS NOT NULL ORDER BY due_at LIMIT 1';
  return store.first<{ due_at: number }>(text)?.due_at ?? null;
}
