import { expect, test } from 'vitest';
import { callStart } from './call-start.ts';

test('npm start shows two servers on one PostgreSQL: one is killed, the other takes over, and every promise holds', async () => {
  const { shown, complaints, code } = await callStart('--once', '--world', 'postgres');
  expect(complaints).toBe('');
  expect(shown).toContain('killed with SIGKILL');
  expect(shown).not.toContain('✗');
  expect(code).toBe(0);
  const servers = Array.from(shown.matchAll(/ listens at (\S+),/g), ([, url]) => url!);
  expect(servers).toHaveLength(2);
  for (const url of servers) await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('npm start refuses a world that it does not know', async () => {
  expect(await callStart('--world', 'mysql')).toMatchObject({
    complaints: 'There is no world "mysql" here. Fix: --world sqlite, or --world postgres\n',
    code: 2,
  });
});
