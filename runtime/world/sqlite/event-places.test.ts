import { describe, expect, it } from 'vitest';
import { EVENTS_PER_RUN_MAX } from '../commit-rules.ts';
import { findEventRanges, toEventId, wholeRange } from './event-places.ts';

const RUN = 3;
const ROUND = EVENTS_PER_RUN_MAX - 1;
const idsOf = (from: number, to: number): [seq: number, id: number][] =>
  findEventRanges(RUN, from, to).flatMap(({ firstId, lastId, shift }) =>
    Array.from({ length: lastId - firstId + 1 }, (_, i): [number, number] => [firstId + i + shift, firstId + i]),
  );

describe('the places of events', () => {
  it('are those of older stores, as far as those had places', () => {
    for (const seq of [1, 2, 3, EVENTS_PER_RUN_MAX - 1]) {
      expect(toEventId(RUN, seq)).toBe(RUN * EVENTS_PER_RUN_MAX + seq);
    }
  });

  it('lie in the range of the run, each once in a round, and never where run_created is', () => {
    const { firstId, lastId } = wholeRange(RUN);
    expect(wholeRange(RUN + 1).firstId).toBe(lastId + 1);
    expect(toEventId(RUN, 1)).toBe(firstId);
    expect(toEventId(RUN, 2)).toBe(firstId + 1);
    expect(toEventId(RUN, 1 + ROUND)).toBe(lastId);
    for (const seq of [2, 1_000, ROUND]) expect(toEventId(RUN, seq + 5 * ROUND)).toBe(toEventId(RUN, seq));
  });

  it.each([
    [1, 5],
    [2, 3],
    [ROUND - 1, ROUND + 6],
    [ROUND + 1, ROUND + 1],
    [7 * ROUND - 2, 7 * ROUND + 9],
  ])('of the events from %i to %i are found in their order', (from, to) => {
    const expected = Array.from({ length: to - from + 1 }, (_, i) => [from + i, toEventId(RUN, from + i)]);
    expect(idsOf(from, to)).toEqual(expected);
  });

  it('are none for no events', () => {
    expect(findEventRanges(RUN, 5, 4)).toEqual([]);
  });
});
