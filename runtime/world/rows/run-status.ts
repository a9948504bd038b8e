/** The status of a run, and how its last owner left it, as numbers in tables. */
import { isTerminal, type RunStatus } from '../../journal/events.ts';

/**
 * A status is stored as its position in this list, which only grows: indexes of the schemas name 2, a migration 0 and
 * 1.
 */
const STATUSES: readonly RunStatus[] = ['pending', 'running', 'completed', 'failed', 'cancelled'];

/** The number of a status in a store. */
export const toStatusCode = (status: RunStatus): number => STATUSES.indexOf(status);
/** The status of a number in a store. */
export const fromStatusCode = (code: number): RunStatus => STATUSES[code]!;
/** Whether the run of a row has ended. */
export const hasEnded = ({ status }: { status: number }): boolean => isTerminal(fromStatusCode(status));

/** In the column `abandoned`: the last owner was lost at an unknown time. */
export const ABANDONED_SOME_TIME = 1;

/** The column `abandoned` of a run that another store has, see `StoredRun.abandonedAt`. */
export function toAbandonedCode(abandonedAt: number | 'unknown' | null): number {
  return abandonedAt === 'unknown' ? ABANDONED_SOME_TIME : (abandonedAt ?? 0);
}

/** The inverse of {@link toAbandonedCode}. */
export function fromAbandonedCode(code: number): number | 'unknown' | null {
  if (code === 0) return null;
  return code === ABANDONED_SOME_TIME ? 'unknown' : code;
}
