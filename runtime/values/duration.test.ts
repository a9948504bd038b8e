import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { toDueTime, type Duration } from './duration.ts';

const NOW = Date.UTC(2030, 0, 1);

test.each<[Duration, number]>([
  [0, 0],
  [1, 1],
  [1500, 1500],
  [0.2, 1],
  [2 ** 40, 2 ** 40],
  ['250ms', 250],
  ['5s', 5_000],
  ['10m', 600_000],
  ['3h', 10_800_000],
  ['2d', 172_800_000],
  ['2 days', 172_800_000],
  ['1.5 hours', 5_400_000],
  ['5 minutes', 300_000],
  ['1w', 604_800_000],
  ['100', 100],
  [' 30S ', 30_000],
])('%j is over %d ms later', (duration, lengthMs) => {
  expect(toDueTime(duration, NOW)).toBe(NOW + lengthMs);
});

test('a Date is the point in time itself, also when it has passed or is of another realm', () => {
  expect(toDueTime(new Date(NOW + 5), NOW)).toBe(NOW + 5);
  expect(toDueTime(new Date(0), NOW)).toBe(0);
  expect(toDueTime(runInNewContext('new Date(77)') as Date, NOW)).toBe(77);
});

test.each<[string, unknown]>([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-1', -1],
  ['"-5s"', '-5s'],
  ['""', ''],
  ['"  "', '  '],
  ['"5 parsecs"', '5 parsecs'],
  ['"s"', 's'],
  [`"${'x'.repeat(60)}…"`, 'x'.repeat(500)],
  ['An invalid Date', new Date(NaN)],
  ['8640000000000000', 8.64e15],
  ['"999999999999y"', '999999999999y'],
  ['5', 5n],
  ['undefined', undefined],
  ['null', null],
  ['an object', { seconds: 5 }],
  ['a function', () => 5],
])('%s is refused by name, with the forms that are accepted', (found, duration) => {
  let message = '';
  try {
    toDueTime(duration as Duration, NOW);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toBe(
    `${found} is not a duration. Fix: pass milliseconds (a finite number, 0 or more), text such as "250ms", "30s", ` +
      `"5 minutes" or "2d", or a valid Date. [duration_invalid]`,
  );
});
