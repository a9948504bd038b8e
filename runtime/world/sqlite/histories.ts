/**
 * Removes the past of runs that begin anew: their earlier events, and the lists of the part before the last one (steps
 * that nobody waits for may still read those of the last one). Some of it goes with the commit, the rest bit by bit:
 * with later commits of the run, and when the store is swept.
 */
import { isOldList } from '../commit-rules.ts';
import { findEventRanges } from './event-places.ts';
import type { RunRow } from './run-row.ts';
import type { Store } from './store.ts';
import { removeEvents, removeStream, SweepBudget } from './sweep-rows.ts';

/** The rest of the earlier parts of a run. */
interface History {
  /** Seq of the first event that is left. */
  first: number;
  /** Lists of parts that began before this seq are of no use any more. */
  lists: number;
}

type ContinuedRow = Pick<RunRow, 'id' | 'base_seq'>;

/** Rows that a commit of a run removes besides as many as it adds. */
const ROWS_PER_COMMIT = 100;

/**
 * Makes room for the events of a commit of a run that has begun anew, or does so now.
 * @param before The run before the commit.
 * @returns Seq of the first event that the run still has, besides `run_created`.
 */
export function trimHistory(store: Store, before: ContinuedRow, now: ContinuedRow, added: number): number {
  if (now.base_seq === 0) return 2;
  const stored = findHistory(store, now.id);
  const { first = before.base_seq || 2 } = stored ?? {};
  const isNewPart = now.base_seq !== before.base_seq;
  if (!stored && !isNewPart) return first;
  const history = { first, lists: isNewPart ? before.base_seq : stored!.lists };
  const left = sweepPart(store, now, history, new SweepBudget(ROWS_PER_COMMIT + added));
  if (left) saveHistory(store, now.id, left);
  else if (stored) forgetHistory(store, now.id);
  return left?.first ?? now.base_seq;
}

/** Removes some of what runs have left behind. Returns whether there is no more. */
export function sweepHistories(store: Store, budget: SweepBudget): boolean {
  while (!budget.isSpent) {
    const text = 'SELECT run AS id, base_seq, first, lists FROM histories JOIN runs ON runs.id = run LIMIT 1';
    const found = store.first<ContinuedRow & History>(text);
    if (!found) return true;
    const left = sweepPart(store, found, found, budget);
    if (left) saveHistory(store, found.id, left);
    else forgetHistory(store, found.id);
    budget.spend(1);
  }
  return false;
}

/** A run that is deleted as a whole has no history any more. */
export const forgetHistory = (store: Store, run: number): void =>
  void store.run('DELETE FROM histories WHERE run = ?', run);

/** Returns what is left; `null`: nothing. */
function sweepPart(
  store: Store,
  { id, base_seq: base }: ContinuedRow,
  { first, lists }: History,
  budget: SweepBudget,
): History | null {
  for (const range of findEventRanges(id, first, base - 1)) {
    const nextId = removeEvents(store, range, budget);
    if (nextId !== null) return { first: nextId + range.shift, lists };
  }
  const areGone = findOldLists(store, id, lists).every((stream) => removeStream(store, stream, budget));
  return areGone ? null : { first: base, lists };
}

const findHistory = (store: Store, run: number): History | undefined =>
  store.first<History>('SELECT first, lists FROM histories WHERE run = ?', run);

function saveHistory(store: Store, run: number, { first, lists }: History): void {
  store.run('INSERT OR REPLACE INTO histories (run, first, lists) VALUES (?, ?, ?)', run, first, lists);
}

function findOldLists(store: Store, run: number, before: number): number[] {
  if (before === 0) return [];
  const streams = store.all<{ id: number; name: string }>('SELECT id, name FROM streams WHERE run = ?', run);
  return streams.filter(({ name }) => isOldList(name, before)).map(({ id }) => id);
}
