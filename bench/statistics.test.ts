import { expect, test } from 'vitest';
import { mean, median, quantile } from './statistics.ts';

test('p99 of a hundred samples is the second slowest, so that one outlier does not speak for all', () => {
  const samples = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(quantile(samples, 0.99)).toBe(99);
  expect(quantile(samples, 0.5)).toBe(50);
});

test('no samples give no number instead of a zero that looks fast', () => {
  expect(quantile([], 0.5)).toBeNaN();
  expect(mean([])).toBeNaN();
});

test('the median of three is the one in the middle by value', () => {
  expect(median([9, 1, 5])).toBe(5);
});
