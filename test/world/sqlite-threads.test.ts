/** The threads behind an SQLite World, which start and end unnoticed. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import type { World } from '../../runtime/world/world.ts';
import { WAIT } from '../time-limits.ts';
import {
  ALICE,
  idsOf,
  LEASE_UNTIL,
  NOW,
  ownRun,
  RUN,
  started,
  stepCreated,
  toCommit,
  toNewRun,
  toRunId,
} from './run-fixtures.ts';
import { lockFile, makeDataDir, openSqliteWorld } from './test-store.ts';

/** An open World and the thread that writes for it, which is the first one it starts. */
async function openWithThread(dataDir: string): Promise<{ world: World; thread: Worker }> {
  const [[thread], world] = await Promise.all([once(process, 'worker'), openSqliteWorld(dataDir)]);
  return { world, thread };
}

it('tells waiting callers that a thread was lost, and continues with a new one', async () => {
  const dataDir = makeDataDir();
  const { world, thread } = await openWithThread(dataDir);
  await ownRun(world);
  const unlock = lockFile(dataDir);
  const stuck = world.commit(toCommit({ events: [started()] }));
  await Promise.all([
    expect(stuck).rejects.toMatchObject({ code: 'world_thread_lost' }),
    setImmediate().then(() => thread.terminate()),
  ]);
  unlock();
  await expect(world.commit(toCommit({ events: [stepCreated(0)] }))).resolves.toEqual({ ok: true });
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

it('gives a worker its claimed runs although the reading thread was lost meanwhile', async () => {
  const threads: Worker[] = [];
  const keep = (thread: Worker): void => void threads.push(thread);
  process.on('worker', keep);
  onTestFinished(() => void process.off('worker', keep));
  const world = await openSqliteWorld(makeDataDir());
  await world.joinWorker(ALICE, LEASE_UNTIL);
  for (const n of [1, 2, 3]) await world.createRun(toNewRun({ runId: toRunId(n) }));
  await world.readRun(RUN);
  const [, reader] = threads;
  const stop = world.subscribe(({ kind }) => kind === 'run' && void reader!.terminate());
  await expect(world.claimDue(ALICE, NOW, 2)).rejects.toMatchObject({ code: 'world_thread_lost' });
  stop();
  await expect(world.listOwned(ALICE)).resolves.toEqual([1, 2].map((n) => ({ runId: toRunId(n), epoch: 1 })));
  expect(idsOf(await world.claimDue(ALICE, NOW, 2))).toEqual([toRunId(3)]);
  await expect(world.claimDue(ALICE, NOW, 2)).resolves.toEqual([]);
});

it('lets an idle process end, with its last write stored', async () => {
  const dataDir = makeDataDir();
  const url = (path: string): string => JSON.stringify(new URL(path, import.meta.url));
  const code = `
    import { createWorld } from ${url('../../runtime/world/open.ts')};
    import { toNewRun } from ${url('./run-fixtures.ts')};
    const world = await createWorld({ kind: 'sqlite', dataDir: ${JSON.stringify(dataDir)} });
    await world.open();
    world.createRun(toNewRun());`;
  const flags = ['--input-type=module', '--eval', code];
  const { stderr } = await promisify(execFile)(process.execPath, flags, WAIT);
  expect(stderr).toBe('');
  const world = await openSqliteWorld(dataDir);
  await expect(world.readRun(RUN)).resolves.toMatchObject({ runId: RUN });
});
