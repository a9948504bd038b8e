import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

function start(): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), '--once'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('npm start shows an order that lives through a crash, and every promise of it holds', async () => {
  const child = start();
  const [shown, complaints, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ]);
  expect(complaints).toBe('');
  expect(shown).toContain('killed with SIGKILL');
  expect(shown).not.toContain('✗');
  expect(code).toBe(0);
});

test('npm start leaves no server behind when it is told to stop in the middle', async () => {
  const child = start();
  const ended = once(child, 'close');
  let url = '';
  for await (const line of createInterface({ input: child.stdout! })) {
    url ||= /listens at (\S+),/.exec(line)?.[1] ?? '';
    if (line.includes('reserved')) child.kill('SIGTERM');
  }
  expect(await ended).toEqual([143, null]);
  await expect.poll(() => fetch(url).catch((error: Error) => error.message)).toBe('fetch failed');
});
