/**
 * Deletes runs. The run itself is gone at once. Its events and chunks, which may be millions, are removed bit by bit,
 * so that the writing thread is never busy with them for long.
 */
import type { RunId } from '../../contract/ids.ts';
import { removeAttributes } from './attributes.ts';
import { EVENTS_PER_RUN_MAX } from './event-row.ts';
import { removeReceipts } from './receipts.ts';
import { findRow, hasEnded, type RunRow } from './run-row.ts';
import type { Store } from './store.ts';
import { removeStream } from './streams.ts';

/** Rows that one request removes. */
const SWEEP_ROWS = 1_000;

/** See `World.deleteRuns`. */
export function deleteRuns(store: Store, runIds: readonly RunId[]): number {
  let count = 0;
  for (const runId of runIds) {
    const row = findRow(store, runId);
    if (!row || !hasEnded(row)) continue;
    deleteRun(store, row);
    count += 1;
  }
  return count;
}

/** See `World.purgeExpired`. */
export function purgeExpired(store: Store, now: number, limit: number): number {
  const text = 'SELECT * FROM runs WHERE expires_at IS NOT NULL AND expires_at <= ? ORDER BY expires_at, id LIMIT ?';
  const rows = store.all<RunRow>(text, now, limit);
  for (const row of rows) deleteRun(store, row);
  return rows.length;
}

/** Removes some rows that deleted runs left behind. Returns whether there are more. */
export function sweep(store: Store): boolean {
  for (let room = SWEEP_ROWS; room > 0;) {
    const run = store.first<{ run: number }>('SELECT run FROM garbage LIMIT 1')?.run;
    if (run === undefined) return false;
    room -= sweepRun(store, run, room);
  }
  return true;
}

/**
 * Returns how many rows it removed, plus one for the run itself, which is forgotten when there was room for all its
 * rows.
 */
function sweepRun(store: Store, run: number, limit: number): number {
  let removed = removeEvents(store, run, limit);
  if (removed < limit) removed += removeReceipts(store, run, limit - removed);
  for (let stream; removed < limit && (stream = findStream(store, run)) !== undefined;) {
    removed += removeStream(store, stream, limit - removed);
  }
  if (removed < limit) store.run('DELETE FROM garbage WHERE run = ?', run);
  return removed + 1;
}

/** A run that has ended has neither hooks nor messages. */
function deleteRun(store: Store, row: RunRow): void {
  if (row.attributes !== null) removeAttributes(store, row.id, JSON.parse(row.attributes));
  store.run('DELETE FROM runs WHERE id = ?', row.id);
  store.run('INSERT INTO garbage VALUES (?)', row.id);
  store.publish({ kind: 'run', runId: row.run_id, status: null });
}

function removeEvents(store: Store, run: number, limit: number): number {
  const first = run * EVENTS_PER_RUN_MAX;
  const text = 'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE id > ? AND id < ? ORDER BY id LIMIT ?)';
  return store.run(text, first, first + EVENTS_PER_RUN_MAX, limit).changes;
}

const findStream = (store: Store, run: number): number | undefined =>
  store.first<{ id: number }>('SELECT id FROM streams WHERE run = ? LIMIT 1', run)?.id;
