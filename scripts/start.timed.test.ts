import { expect, test } from 'vitest';
import { callStart } from './start/call-start.ts';

test('npm start keeps every promise, also that a run wakes up soon', async () => {
  const { shown, code } = await callStart('--once');
  expect(shown).not.toContain('✗');
  expect(code).toBe(0);
});
