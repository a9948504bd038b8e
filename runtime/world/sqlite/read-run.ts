/** Reads of runs and their journals. */
import type { RunId } from '../../contract/ids.ts';
import type { RunRecord } from '../world.ts';
import {
  EVENTS_PER_RUN_MAX,
  PAGE_BYTES,
  PAGE_EVENTS,
  bytesOfRow,
  type EventCells,
  type EventPage,
} from './event-row.ts';
import { findRow, SELECT_OWNED_RUNS, toRecord, type OwnedRunRow } from './run-row.ts';
import type { Store } from './store.ts';

/** See `World.readRun`. */
export function readRun(store: Store, runId: RunId): RunRecord | null {
  const row = store.first<OwnedRunRow>(`${SELECT_OWNED_RUNS} WHERE run_id = ?`, runId);
  return row ? toRecord(row) : null;
}

/** The next events of a run. */
export function readEventPage(store: Store, runId: RunId, afterSeq: number): EventPage {
  const row = findRow(store, runId);
  return row ? readPage(store, row.id, afterSeq) : { rows: [], isLast: true };
}

/** The events of a run that replay needs, up to the end of the first page. */
export function readReplayed(store: Store, run: number, baseSeq: number): EventPage {
  if (baseSeq === 0) return readPage(store, run, 0);
  const created = store.lists<EventCells>('SELECT * FROM events WHERE id = ?', run * EVENTS_PER_RUN_MAX + 1);
  const { rows, isLast } = readPage(store, run, baseSeq - 1);
  return { rows: [...created, ...rows], isLast };
}

/** At most {@link PAGE_EVENTS}, and no more after the one with which they have {@link PAGE_BYTES}. */
function readPage(store: Store, run: number, afterSeq: number): EventPage {
  const first = run * EVENTS_PER_RUN_MAX;
  const text = 'SELECT * FROM events WHERE id > ? AND id < ? ORDER BY id';
  const rows: EventCells[] = [];
  let bytes = 0;
  for (const row of store.lists<EventCells>(text, first + afterSeq, first + EVENTS_PER_RUN_MAX)) {
    rows.push(row);
    bytes += bytesOfRow(row);
    if (rows.length === PAGE_EVENTS || bytes >= PAGE_BYTES) return { rows, isLast: false };
  }
  return { rows, isLast: true };
}

/** See `World.nextDueAt`. */
export function nextDueAt(store: Store): number | null {
  const text = 'SELECT due_at FROM runs WHERE owner IS NULL AND due_at IS NOT NULL ORDER BY due_at LIMIT 1';
  return store.first<{ due_at: number }>(text)?.due_at ?? null;
}
