import { expect, test } from 'vitest';
import type { StepCallOptions } from '../journal/events.ts';
import { nextRetryAt, retryDelayMs } from './step-retry.ts';

const delays = (options: StepCallOptions, chance = 0): number[] =>
  [1, 2, 3, 4].map((retry) => retryDelayMs(options, retry, chance));

test.each<[string, StepCallOptions, number[]]>([
  ['there is none without a policy', {}, [0, 0, 0, 0]],
  ['it stays the same where nothing grows', { minDelayMs: 200 }, [200, 200, 200, 200]],
  ['it grows by as much each time', { backoff: 'linear', minDelayMs: 200 }, [200, 400, 600, 800]],
  ['it doubles, from one second', { backoff: 'exponential' }, [1_000, 2_000, 4_000, 8_000]],
  ['it grows by a factor', { backoff: 3, minDelayMs: 10 }, [10, 30, 90, 270]],
  ['it is never longer than the longest', { backoff: 10, minDelayMs: 10, maxDelayMs: 500 }, [10, 100, 500, 500]],
  [
    'it ends at an hour',
    { backoff: 'exponential', minDelayMs: 1_200_000 },
    [1_200_000, 2_400_000, 3_600_000, 3_600_000],
  ],
  ['it starts at minDelay, however long', { backoff: 2, minDelayMs: 7_200_000 }, Array(4).fill(7_200_000)],
])('the delay before a retry: %s', (_, options, expected) => {
  expect(delays(options)).toEqual(expected);
});

test('the part of a delay that is left to chance is taken off, never added', () => {
  expect(delays({ minDelayMs: 1_000, jitter: 0.5 }, 0.5)).toEqual([750, 750, 750, 750]);
  expect(delays({ backoff: 'linear', minDelayMs: 1_000, jitter: 1 }, 0.999)).toEqual([1, 2, 3, 4]);
});

test('a retry after the age of the universe has still a date', () => {
  expect(retryDelayMs({ backoff: 'exponential' }, 5_000, 0)).toBe(3_600_000);
});

test('steps that fail at the same time are tried again at different times, the same ones each time they are asked', async () => {
  const options: StepCallOptions = { minDelayMs: 60_000, jitter: 1 };
  const ask = (stepId: string) =>
    nextRetryAt(
      { error: new Error(), options, shouldRetry: undefined, attempt: 1, failures: 0, stepId },
      { now: () => 0 },
    );
  const ids = Array.from({ length: 100 }, (_, n) => `step_${n}`);
  const times = await Promise.all(ids.map(ask));
  expect(new Set(times).size).toBeGreaterThan(90);
  expect(await Promise.all(ids.map(ask))).toEqual(times);
});
