/** The end of a run whose journal is full. */
import { runtimeError } from '../contract/runtime-errors.ts';
import { encodeError } from '../host-values/host-codec.ts';
import { reasonOf } from '../journal/cancel-reason.ts';
import type { EventType, Unplaced } from '../journal/events.ts';
import type { RunState } from '../journal/run-state.ts';

/**
 * The limit of events of a run since it began anew. Stores have room for some more, so that the end of the run always
 * finds a place.
 */
export const JOURNAL_EVENTS_MAX = 4_000_000;

const ENDS_JOURNAL: ReadonlySet<EventType> = new Set<EventType>([
  'run_completed',
  'run_failed',
  'run_cancelled',
  'run_continued',
]);

/**
 * The event that takes the place of `next`, because the journal has room for one more; `null`: there is room, or `next`
 * ends the journal by itself. A run that is being cancelled is cancelled by it; any other fails.
 */
export function endOfFullJournal(
  { runId, seq, baseSeq, cancelRequestedAt, cancelCause, cancelReason }: RunState,
  next: Unplaced,
  eventsMax: number,
): Unplaced | null {
  if (seq - baseSeq < eventsMax || ENDS_JOURNAL.has(next.type)) return null;
  if (next.type === 'run_cancel_requested' && next.cause === undefined)
    return { type: 'run_cancelled', ...reasonOf(next.reason) };
  if (cancelRequestedAt !== null && cancelCause === 'cancel')
    return { type: 'run_cancelled', ...reasonOf(cancelReason) };
  return { type: 'run_failed', payload: encodeError(runtimeError('run_journal_full', { runId, eventsMax })) };
}
