/** The threads behind an SQLite World: they come and go without being noticed. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { World } from '../../src/runtime/world/world.ts';
import { ALICE, LEASE_UNTIL, NOW, ownRun, RUN, started, stepCreated, toCommit } from './run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

/** An open World and the thread that writes for it, which is the first one it starts. */
async function openWithThread(dataDir: string): Promise<{ world: World; thread: Worker }> {
  const [[thread], world] = await Promise.all([once(process, 'worker'), openSqliteWorld(dataDir)]);
  return { world, thread };
}

it('goes on with a new thread when one was lost, and leaves nobody waiting', async () => {
  const { world, thread } = await openWithThread(makeDataDir());
  await ownRun(world);
  const underWay = world.commit(toCommit({ events: [started()] })).catch((error: unknown) => error);
  await thread.terminate();
  const answer = await underWay;
  const { seq } = (await world.readRun(RUN))!;
  if (seq === 1) expect(answer).toMatchObject({ code: 'world_thread_lost' });
  await expect(world.commit(toCommit({ afterSeq: seq, events: [stepCreated(0)] }))).resolves.toEqual({ ok: true });
});

it('keeps the runs of a worker that renews its lease through a new thread', async () => {
  const dataDir = makeDataDir();
  const { world, thread } = await openWithThread(dataDir);
  const other = await openSqliteWorld(dataDir);
  await ownRun(world);
  await thread.terminate();
  await expect(world.renewWorker(ALICE, LEASE_UNTIL)).resolves.toBe(true);
  await expect(other.releaseDead(NOW)).resolves.toBe(0);
  await expect(world.readRun(RUN)).resolves.toMatchObject({ owner: ALICE, epoch: 1 });
});

it('lets a process end that has nothing more to do, with its last write stored', async () => {
  const dataDir = makeDataDir();
  const url = (path: string): string => JSON.stringify(new URL(path, import.meta.url));
  const code = `
    import { createWorld } from ${url('../../src/runtime/world/open.ts')};
    import { toNewRun } from ${url('./run-fixtures.ts')};
    const world = await createWorld({ kind: 'sqlite', dataDir: ${JSON.stringify(dataDir)} });
    await world.open();
    world.createRun(toNewRun());`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  expect(stderr).toBe('');
  const world = await openSqliteWorld(dataDir);
  await expect(world.readRun(RUN)).resolves.toMatchObject({ runId: RUN });
});
