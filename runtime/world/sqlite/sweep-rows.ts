/** Removes rows that nobody reads any more, in portions: the writing thread is never busy with them for long. */
import type { EventRange } from './event-places.ts';
import { forgetWriters } from './step-chunks.ts';
import type { Store } from './store.ts';

/** The pages of a big value are freed one by one. */
const BYTES_MAX = 4 * 1024 * 1024;

/** How much one request may remove: a number of rows, and 4 MB of values or one bigger value. */
export class SweepBudget {
  #rows: number;
  #bytes = BYTES_MAX;

  constructor(rows: number) {
    this.#rows = rows;
  }

  /** Rows that may still be removed. */
  get rows(): number {
    return this.isSpent ? 0 : this.#rows;
  }

  get isSpent(): boolean {
    return this.#rows <= 0 || this.#bytes <= 0;
  }

  spend(rows: number, bytes = 0): void {
    this.#rows -= rows;
    this.#bytes -= bytes;
  }
}

interface Sized {
  key: number;
  bytes: number | null;
}

/**
 * Removes events from the beginning of a range of row ids.
 * @returns The row id where the next removal begins; `null`: the range is empty now.
 */
export function removeEvents(
  store: Store,
  { firstId, lastId }: Pick<EventRange, 'firstId' | 'lastId'>,
  budget: SweepBudget,
): number | null {
  const text =
    'SELECT id AS key, octet_length(payload) AS bytes FROM events WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?';
  const [isAll, last] = take(store.all<Sized>(text, firstId, lastId, budget.rows), budget);
  if (last !== null) store.run('DELETE FROM events WHERE id BETWEEN ? AND ?', firstId, last);
  return isAll ? null : (last ?? firstId - 1) + 1;
}

/** Removes chunks from the beginning of a stream, and the stream with the last of them. Returns whether it is gone. */
export function removeStream(store: Store, stream: number, budget: SweepBudget): boolean {
  const text = 'SELECT n AS key, octet_length(data) AS bytes FROM chunks WHERE stream = ? ORDER BY n LIMIT ?';
  const [isAll, last] = take(store.all<Sized>(text, stream, budget.rows), budget);
  if (last !== null) store.run('DELETE FROM chunks WHERE stream = ? AND n <= ?', stream, last);
  if (!isAll) return false;
  forgetWriters(store, stream);
  store.run('DELETE FROM streams WHERE id = ?', stream);
  return true;
}

/** The last of these rows that the budget allows to remove, and whether no row comes after it. */
function take(found: readonly Sized[], budget: SweepBudget): [isAll: boolean, last: number | null] {
  const asked = budget.rows;
  let count = 0;
  for (; count < found.length && !budget.isSpent; count++) budget.spend(1, found[count]!.bytes ?? 0);
  return [count === found.length && count < asked, found[count - 1]?.key ?? null];
}
