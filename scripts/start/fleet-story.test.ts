import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const START = join(import.meta.dirname, '../start.ts');

async function start(...args: string[]): Promise<{ shown: string; complaints: string; code: number | null }> {
  const child = spawn(process.execPath, [START, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [shown, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { shown, complaints, code: code as number | null };
}

test('npm start shows two servers on one PostgreSQL: one is killed, the other takes over, and every promise holds', async () => {
  const { shown, complaints, code } = await start('--once', '--world', 'postgres');
  expect(complaints).toBe('');
  expect(shown).toContain('killed with SIGKILL');
  expect(shown).not.toContain('✗');
  expect(code).toBe(0);
  const servers = Array.from(shown.matchAll(/ listens at (\S+),/g), ([, url]) => url!);
  expect(servers).toHaveLength(2);
  for (const url of servers) await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('npm start refuses a world that it does not know', async () => {
  expect(await start('--world', 'mysql')).toMatchObject({
    complaints: 'There is no world "mysql" here. Fix: --world sqlite, or --world postgres\n',
    code: 2,
  });
});
