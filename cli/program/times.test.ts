import { describe, expect, test } from 'vitest';
import { formatLength, readPastTime } from './times.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

describe('formatLength', () => {
  test.each([
    [0, '0ms'],
    [999, '999ms'],
    [1_000, '1.0s'],
    [9_990, '9.9s'],
    [59_999, '59s'],
    [60_000, '1m'],
    [310_000, '5m 10s'],
    [3_600_000, '1h'],
    [11 * 3_600_000 + 59, '11h'],
    [3 * 86_400_000 + 4 * 3_600_000, '3d 4h'],
    [400 * 86_400_000, '400d'],
    [-5, '0ms'],
  ])('%d ms is %s', (lengthMs, text) => {
    expect(formatLength(lengthMs)).toBe(text);
  });
});

describe('readPastTime', () => {
  const read = (text: string): string | undefined =>
    readPastTime(
      { options: new Map([['since', text]]), repeated: new Map(), operand: null, operands: [] },
      'since',
      NOW,
    );

  test.each([
    ['2h', '2026-11-26T10:00:00.000Z'],
    ['3 days', '2026-11-23T12:00:00.000Z'],
    ['0s', '2026-11-26T12:00:00.000Z'],
    ['2026-11-24', '2026-11-24T00:00:00.000Z'],
    ['2026-11-24T08:00:00+02:00', '2026-11-24T06:00:00.000Z'],
  ])('%s is %s', (text, time) => {
    expect(read(text)).toBe(time);
  });

  test.each(['yesterday', '5', '2h ago', '2026-13-45', '-2h', '1'])('%s is refused', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'cli_option_invalid' }));
  });
});
