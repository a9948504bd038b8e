/** Reads of runs and their journals. */
import type { RunId } from '../../contract/ids.ts';
import { TROUBLES } from '../records.ts';
import type { RunRecord } from '../world.ts';
import { findEventRanges, toEventId } from './event-places.ts';
import {
  bytesOfRow,
  EVENT_COLUMNS,
  PAGE_BYTES,
  PAGE_EVENTS,
  toTypeCodes,
  typeOf,
  type EventCells,
  type EventPage,
} from '../rows/event-row.ts';
import { findRow, SELECT_OWNED_RUNS, toRecord, type OwnedRunRow, type RunRow } from './run-row.ts';
import type { Store } from './store.ts';

/** See `World.readRun`. */
export function readRun(store: Store, runId: RunId): RunRecord | null {
  const row = store.first<OwnedRunRow>(`${SELECT_OWNED_RUNS} WHERE run_id = ?`, runId);
  return row ? toRecord(row) : null;
}

/** The next events that a run has. Run and events are read at one moment: a run that begins anew drops events. */
export const readEventPage = (store: Store, runId: RunId, afterSeq: number, bytesMax?: number): EventPage =>
  store.atOneMoment(() => {
    const row = findRow(store, runId);
    return row ? readEvents(store, row, afterSeq, bytesMax) : { rows: [], isLast: true };
  });

/**
 * The events of a run after one: `run_created`, and those since the run began anew. At most {@link PAGE_EVENTS} of
 * these, and no more after the one with which they have `bytesMax`.
 */
export function readEvents(
  store: Store,
  { id, seq, base_seq: baseSeq }: RunRow,
  afterSeq = 0,
  bytesMax = PAGE_BYTES,
): EventPage {
  const text = `SELECT id + ?, ${EVENT_COLUMNS} FROM events WHERE id BETWEEN ? AND ? ORDER BY id`;
  const rows: EventCells[] = [];
  if (baseSeq > 0 && afterSeq === 0) {
    const created = toEventId(id, 1);
    rows.push(...store.lists<EventCells>(text, 1 - created, created, created));
  }
  let [count, bytes] = [0, 0];
  for (const { firstId, lastId, shift } of findEventRanges(id, Math.max(afterSeq + 1, baseSeq), seq)) {
    for (const row of store.lists<EventCells>(text, shift, firstId, lastId)) {
      rows.push(row);
      count += 1;
      bytes += bytesOfRow(row);
      if (count === PAGE_EVENTS || bytes >= bytesMax) return { rows, isLast: false };
    }
  }
  return { rows, isLast: true };
}

/** The last event of a run as a row. */
export interface LastEvent {
  runId: RunId;
  cells: EventCells;
}

/** See `World.readTroubles`. */
export function readTroubles(store: Store, runIds: readonly RunId[]): LastEvent[] {
  const codes = toTypeCodes(TROUBLES);
  return runIds.flatMap((runId) => {
    const { rows } = store.atOneMoment(() => {
      const row = findRow(store, runId);
      return row ? readEvents(store, row, row.seq - 1) : { rows: [] };
    });
    const cells = rows.at(-1);
    return cells && codes.includes(typeOf(cells)) ? [{ runId, cells }] : [];
  });
}
