import { describe, expect, test } from 'vitest';
import { countEdits, findNearName } from './near-name.ts';

describe('a misspelled name', () => {
  test.each([
    ['biuld', 'build'],
    ['chek', 'check'],
    ['DOCTR', 'doctor'],
    ['maxRetires', 'maxRetries'],
  ])('%s finds %s', (written, meant) => {
    expect(findNearName(written, ['build', 'check', 'doctor', 'maxRetries'])).toBe(meant);
  });

  test('finds nothing when more than a third of the letters differ', () => {
    expect(findNearName('deploy', ['build', 'check', 'doctor'])).toBeNull();
  });

  test('finds the first of two names that are equally near', () => {
    expect(findNearName('minutez', ['minutes', 'minuted'])).toBe('minutes');
  });
});

test.each([
  ['step', 'step', 0],
  ['step', 'steps', 1],
  ['stpe', 'step', 1],
  ['use flow', 'use workflow', 4],
])('%s and %s are %i edits apart', (from, to, edits) => {
  expect(countEdits(from, to)).toBe(edits);
});
