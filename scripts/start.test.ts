import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { beginStart, callStart } from './start/call-start.ts';

/** How soon a run wakes up is a matter of the machine, too: `start.timed.test.ts` has it. */
const OF_THE_MACHINE = 'and not much more';

test('npm start shows an order that lives through a crash, and every promise of it holds', async () => {
  const { shown, complaints, code } = await callStart('--once');
  expect(complaints).toBe('');
  expect(shown).toContain('killed with SIGKILL');
  const broken = shown.match(/✗ .*/g) ?? [];
  expect(broken.filter((line) => !line.includes(OF_THE_MACHINE))).toEqual([]);
  expect(code).toBe(broken.length > 0 ? 1 : 0);
});

test('npm start leaves no server behind when it is told to stop in the middle', async () => {
  const child = beginStart('--once');
  const ended = once(child, 'close');
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url ||= /listens at (\S+),/.exec(line)?.[1] ?? '';
    if (line.includes('reserved')) child.kill('SIGTERM');
  }
  expect(await ended).toEqual([143, null]);
  await expect.poll(() => fetch(url).catch((error: Error) => error.message)).toBe('fetch failed');
});
