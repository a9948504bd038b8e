/**
 * Deletes runs. The run itself is gone at once. Its events and chunks, which may be millions, are removed bit by bit,
 * so that the writing thread is never busy with them for long.
 */
import type { RunId } from '../../contract/ids.ts';
import { removeAttributes } from './attributes.ts';
import { forgetOldTimes } from './creation-times.ts';
import { wholeRange } from './event-places.ts';
import { giveFreePagesBack } from './free-pages.ts';
import { forgetHistory, sweepHistories } from './histories.ts';
import { removeReceipts } from './receipts.ts';
import { findRow, type RunRow } from './run-row.ts';
import { hasEnded } from '../rows/run-status.ts';
import type { Store } from './store.ts';
import { removeEvents, removeStream, SweepBudget } from './sweep-rows.ts';

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

/**
 * Removes some rows that deleted runs left behind, and runs that began anew; then it gives some of the space back.
 * Returns whether there is more to do.
 */
export function sweep(store: Store): boolean {
  const budget = new SweepBudget(SWEEP_ROWS);
  while (!budget.isSpent) {
    const run = store.first<{ run: number }>('SELECT run FROM garbage LIMIT 1')?.run;
    if (run === undefined) {
      forgetOldTimes(store);
      return !sweepHistories(store, budget) || giveFreePagesBack(store);
    }
    if (sweepRun(store, run, budget)) store.run('DELETE FROM garbage WHERE run = ?', run);
    budget.spend(1);
  }
  return true;
}

/** Returns whether nothing is left of the run. */
function sweepRun(store: Store, run: number, budget: SweepBudget): boolean {
  if (removeEvents(store, wholeRange(run), budget) !== null) return false;
  if (!removeReceipts(store, run, budget)) return false;
  for (let stream; (stream = findStream(store, run)) !== undefined;) {
    if (!removeStream(store, stream, budget)) return false;
  }
  return true;
}

/** A run that has ended has neither hooks nor messages. */
function deleteRun(store: Store, row: RunRow): void {
  if (row.attributes !== null) removeAttributes(store, row.id, JSON.parse(row.attributes));
  store.run('DELETE FROM runs WHERE id = ?', row.id);
  store.run('DELETE FROM offers WHERE run = ?', row.id);
  if (row.base_seq > 0) forgetHistory(store, row.id);
  store.run('INSERT INTO garbage VALUES (?)', row.id);
  store.publish({ kind: 'run', runId: row.run_id, status: null });
}

const findStream = (store: Store, run: number): number | undefined =>
  store.first<{ id: number }>('SELECT id FROM streams WHERE run = ? LIMIT 1', run)?.id;
