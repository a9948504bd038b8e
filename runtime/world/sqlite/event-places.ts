/**
 * Where the events of a run are in the table: each run has a range of row ids. `run_created` is at its beginning and
 * stays there; the other events go round in the rest. A run that begins anew drops its earlier events, so its numbers
 * may grow for ever.
 */

import { EVENTS_PER_RUN_MAX } from '../commit-rules.ts';

/** Row ids of one run. */
const ROOM = EVENTS_PER_RUN_MAX;

/** Events in one round. The last place is the row id where the next run would have an event 0, which none has. */
const ROUND = ROOM - 1;

const toPlace = (seq: number): number => (seq === 1 ? 1 : 2 + ((seq - 2) % ROUND));

/** The row id of an event of run number `run`. */
export const toEventId = (run: number, seq: number): number => run * ROOM + toPlace(seq);

/** Adjacent row ids. */
export interface EventRange {
  firstId: number;
  lastId: number;
  /** A row id plus this is the seq of its event. */
  shift: number;
}

/** Where the events of a run from `fromSeq` to `toSeq` are, in order. There must be room for all of them. */
export function findEventRanges(run: number, fromSeq: number, toSeq: number): EventRange[] {
  const ranges: EventRange[] = [];
  for (let from = fromSeq, to; from <= toSeq; from = to + 1) {
    to = Math.min(toSeq, from + ROOM - toPlace(from));
    const firstId = toEventId(run, from);
    ranges.push({ firstId, lastId: firstId + to - from, shift: from - firstId });
  }
  return ranges;
}

/** Where all events of a run are, whatever their numbers. */
export const wholeRange = (run: number): Omit<EventRange, 'shift'> => ({
  firstId: run * ROOM + 1,
  lastId: (run + 1) * ROOM,
});
