import { expect, onTestFinished, test, vi } from 'vitest';
import { PAUSES_MS, tryAgain } from './try-again.mjs';

/** Fails so often, then succeeds. */
function failing(times: number): () => Promise<number> {
  let tries = 0;
  return async () => {
    tries++;
    if (tries <= times) throw new Error(`no answer to try ${tries}`);
    return tries;
  };
}

test('what fails twice is tried a third time, and each failure is told', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => told.mockRestore());
  expect(await tryAgain(failing(2), [0, 0])).toBe(3);
  expect(told.mock.calls.flat()).toEqual([
    expect.stringContaining('no answer to try 1'),
    expect.stringContaining('no answer to try 2'),
  ]);
});

test('what fails every time ends with the last error', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => told.mockRestore());
  await expect(tryAgain(failing(9), [0, 0])).rejects.toThrow('no answer to try 3');
});

test('there are three tries, with pauses of five and twenty seconds', () => {
  expect(PAUSES_MS).toEqual([5_000, 20_000]);
});
