/** Another process keeps the store locked: everybody is told which one, and all goes on when it lets go. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createHandler, createWorld } from '../../runtime/entries/runtime.ts';
import { findLockHolder } from '../../runtime/world/sqlite/lock-holder.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import { createHarness } from '../runtime/harness.ts';
import { WAIT } from '../time-limits.ts';
import { makeDataDir } from '../world/test-store.ts';

const LOCK = `
  const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
  db.exec('BEGIN IMMEDIATE');
  console.log('locked');
  setInterval(() => {}, 1_000);
`;

async function lock(file: string) {
  const child = spawn(process.execPath, ['--no-warnings', '--eval', LOCK, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return { process: child.pid!, kill: (signal: NodeJS.Signals) => child.kill(signal), ended };
}

async function askHealth(): Promise<[number, unknown]> {
  const health = await createHandler()(new Request('http://localhost/.well-known/workflow/v1/health'));
  return [health.status, await health.json()];
}

it.runIf(process.platform === 'linux')(
  'a process that was stopped in a commit is named by calls, the log and the health route',
  async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => error.mockRestore());
    const dataDir = join(makeDataDir(), 'data');
    const { file } = toPaths(dataDir);
    const world = await createWorld({ kind: 'sqlite', dataDir });
    const { start } = await createHarness({ workflows: { main: async () => 'done' }, steps: {} }, { world });
    await expect((await start('main')).returnValue).resolves.toBe('done');
    expect(findLockHolder(file)).toBeNull();

    const holder = await lock(file);
    const program = basename(process.execPath);
    expect(findLockHolder(file)).toEqual({ process: holder.process, program, isStopped: false });
    holder.kill('SIGSTOP');
    await vi.waitUntil(() => findLockHolder(file)?.isStopped, WAIT);
    await expect(start('main')).rejects.toMatchObject({
      code: 'world_file_busy',
      message: expect.stringMatching(RegExp(`process ${holder.process} .*was stopped.*kill -CONT ${holder.process}`)),
    });
    expect(await askHealth()).toEqual([503, { status: 'blocked', process: holder.process }]);
    const lines = error.mock.calls.flat().filter((line) => String(line).includes('store_blocked'));
    expect(lines).toEqual([expect.stringContaining(`The process ${holder.process} (`)]);

    holder.kill('SIGKILL');
    await holder.ended;
    await vi.waitFor(async () => expect(await askHealth()).toEqual([200, { status: 'ready' }]), WAIT);
    await expect((await start('main')).returnValue).resolves.toBe('done');
  },
);
