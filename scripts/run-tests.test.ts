import { expect, test } from 'vitest';
import { lookAgain } from './run-tests.ts';
import type { TestFile } from './test-report.ts';

const GOOD: TestFile = { file: 'good', project: 'p', passed: 5, failed: 0, skipped: 1, error: null, seconds: 1 };
const failing = (file: string): TestFile => ({ ...GOOD, file, passed: 4, failed: 1, error: `${file} broke` });

/** Looks again at files of which some pass alone. */
async function look(failed: string[], { alone = failed, errors = [] as string[] } = {}) {
  const tried: string[] = [];
  const outcome = await lookAgain({ files: [GOOD, ...failed.map(failing)], errors }, async (first) => {
    tried.push(first.file);
    return alone.includes(first.file) ? { ...GOOD, file: first.file } : first;
  });
  return { tried, ...outcome };
}

test('three files that pass alone do not close the gate, and are named with their first error', async () => {
  expect(await look(['a', 'b', 'c'])).toEqual({
    tried: ['a', 'b', 'c'],
    ok: true,
    passed: 20,
    failed: 0,
    skipped: 4,
    secondTries: ['second try: a: a broke', 'second try: b: b broke', 'second try: c: c broke'],
    failures: [],
  });
});

test('a file that fails again closes the gate', async () => {
  expect(await look(['a', 'b'], { alone: ['a'] })).toMatchObject({
    ok: false,
    failed: 1,
    secondTries: ['second try: a: a broke'],
    failures: ['failed: b (p): b broke'],
  });
});

test('four files that fail close the gate, and are not tried again', async () => {
  expect(await look(['a', 'b', 'c', 'd'])).toMatchObject({ tried: [], ok: false, failed: 4, secondTries: [] });
});

test('an error that belongs to no file closes the gate', async () => {
  expect(await look([], { errors: ['vitest ended'] })).toMatchObject({ ok: false, failures: ['vitest ended'] });
});

test('the build before the tests does not make theirs a process in production', () => {
  expect(process.env['NODE_ENV']).toBe('test');
});
