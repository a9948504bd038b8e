/**
 * Finds the runs of a time without an index that every new run would have to write: runs are numbered in the order of
 * their creation, so for a block of numbers it is enough to know the earliest and the latest time in it. It is noted
 * once, when the block is full.
 */
import type { Store } from './store.ts';

/** Runs of one block; a migration filled the table with it. */
const BLOCK_RUNS = 1_024;

/** Call it for each new run, with its number. */
export function noteCreation(store: Store, run: number): void {
  if (run % BLOCK_RUNS !== 0) return;
  // A number that was the highest may come twice, when its run was deleted: then this block fills for the second time.
  const text = `INSERT OR REPLACE INTO creation_times
    SELECT id / ${BLOCK_RUNS}, min(created_at), max(created_at) FROM runs WHERE id >= ? AND id < ? GROUP BY 1`;
  store.run(text, run - BLOCK_RUNS, run);
}

/** Call it for a run that is inserted later than its number says: its block may have been full before. */
export function noteLateCreation(store: Store, run: number, createdAt: number): void {
  const text = 'UPDATE creation_times SET first = min(first, ?), last = max(last, ?) WHERE block = ?';
  store.run(text, createdAt, createdAt, Math.floor(run / BLOCK_RUNS));
}

/** Forgets the times of blocks all of whose runs are gone. */
export function forgetOldTimes(store: Store): void {
  const text = 'DELETE FROM creation_times WHERE block < (SELECT coalesce(min(id), 0) FROM runs) / ?';
  store.run(text, BLOCK_RUNS);
}

/** Numbers of runs: `from` and those after it, without `before`. */
export interface RunRange {
  from: number;
  before: number;
}

/**
 * The ranges below `before`, highest first, in which runs may have been created between two times (both included).
 * Other runs may be in them, too.
 */
export function findRanges(
  store: Store,
  before: number,
  { createdFrom = -Infinity, createdUntil = Infinity }: { createdFrom?: number; createdUntil?: number },
): RunRange[] {
  if (createdFrom === -Infinity && createdUntil === Infinity) return [{ from: 0, before }];
  // The last block is not full.
  const text = `SELECT block FROM creation_times WHERE block < (SELECT max(id) FROM runs) / ${BLOCK_RUNS}
    AND block * ${BLOCK_RUNS} < ? AND (first > ? OR last < ?) ORDER BY block DESC`;
  const [until, from] = [createdUntil, createdFrom].map((time) => Math.max(-MAX, Math.min(time, MAX)));
  const ranges: RunRange[] = [];
  let end = before;
  for (const [block] of store.lists<[number]>(text, before, until!, from!)) {
    const next = (block + 1) * BLOCK_RUNS;
    if (next < end) ranges.push({ from: next, before: end });
    end = block * BLOCK_RUNS;
  }
  return [...ranges, { from: 0, before: end }];
}

const MAX = Number.MAX_SAFE_INTEGER;
