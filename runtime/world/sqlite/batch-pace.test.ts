import { expect, test } from 'vitest';
import { BatchPace } from './batch-pace.ts';

/** The pace after many batches of half of all requests, where the event loop takes 0.05 ms for each answer. */
function paceOf({ requests, syncMs }: { requests: number; syncMs: number }): BatchPace {
  const pace = new BatchPace();
  for (let at = 0, i = 0; i < 100; i++) {
    pace.answered({ requests: requests / 2, waiting: requests / 2, syncMs, at });
    at += 0.05 * (requests / 2);
    pace.acted(at);
  }
  return pace;
}

/** Whether batches overlap, and how many requests the next one has at most when few wait. */
const halvesOf = (pace: BatchPace): object => ({ overlaps: pace.overlaps, requestsMax: pace.requestsMax(0) });

test('many requests go in two halves that take turns', () => {
  expect(halvesOf(paceOf({ requests: 100, syncMs: 1 }))).toEqual({ overlaps: true, requestsMax: 50 });
});

test('a burst of more requests than before goes in two halves, too', () => {
  const pace = paceOf({ requests: 50, syncMs: 1 });
  expect([pace.requestsMax(20), pace.requestsMax(100)]).toEqual([25, 50]);
});

test('few requests, or a slow disk: all that wait share one sync', () => {
  const together = { overlaps: false, requestsMax: Infinity };
  expect(halvesOf(paceOf({ requests: 10, syncMs: 1 }))).toEqual(together);
  expect(halvesOf(paceOf({ requests: 100, syncMs: 10 }))).toEqual(together);
  expect(halvesOf(paceOf({ requests: 1_000, syncMs: 10 }))).toEqual({ overlaps: true, requestsMax: 500 });
  expect(halvesOf(new BatchPace())).toEqual(together);
});

test('requests that wait for nothing but messages between threads are not worth two batches', () => {
  expect(paceOf({ requests: 2, syncMs: 0 })).toMatchObject({ overlaps: false });
});

test('a later turn of the event loop is not counted once more', () => {
  const pace = paceOf({ requests: 100, syncMs: 1 });
  pace.acted(1_000_000);
  expect(pace).toMatchObject({ overlaps: true });
  pace.answered({ requests: 2, waiting: 0, syncMs: 1, at: 1_000_000 });
  expect(pace).toMatchObject({ overlaps: false });
});
