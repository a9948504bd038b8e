/** The promises to processes that share an SQLite store, even when one of them stops or dies. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ChildWorld } from './child-world.ts';
import {
  ALICE,
  BOB,
  idsOf,
  LEASE_UNTIL,
  NOW,
  ownRun,
  RUN,
  started,
  toCommit,
  toNewRun,
  toRunId,
} from './run-fixtures.ts';
import { lockFile, makeDataDir, openSqliteWorld } from './test-store.ts';

const FOR_EVER = NOW * 2;

it('hands each run to one of two processes that claim at the same time', async () => {
  const dataDir = makeDataDir();
  const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
  const runIds = Array.from({ length: 60 }, (_, i) => toRunId(i));
  await Promise.all(runIds.map((runId) => world.createRun(toNewRun({ runId }))));
  await Promise.all([world.joinWorker(ALICE, FOR_EVER), child.call('joinWorker', BOB, FOR_EVER)]);
  const rounds = Array.from({ length: 12 }, () => [world.claimDue(ALICE, NOW, 5), child.call('claimDue', BOB, NOW, 5)]);
  const claimed = (await Promise.all(rounds.flat())).flat();
  expect(idsOf(claimed).toSorted()).toEqual(runIds);
});

it('tells a process at once about writes of another process', async () => {
  const dataDir = makeDataDir();
  const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
  const heard = new Promise<void>((resolve) => {
    world.subscribe(({ kind }) => kind === 'elsewhere' && resolve());
  });
  await child.call('createRun', toNewRun());
  await heard;
  await expect(world.claimRun(ALICE, RUN)).resolves.toBeNull();
  await expect(world.readRun(RUN)).resolves.toMatchObject({ owner: null });
});

it('releases the runs of a killed process at once, however long its lease', async () => {
  const dataDir = makeDataDir();
  const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
  await child.call('joinWorker', ALICE, FOR_EVER);
  await child.call('createRun', toNewRun({ owner: ALICE }));
  await world.joinWorker(BOB, FOR_EVER);
  await expect(world.releaseDead(NOW)).resolves.toBe(0);
  await child.kill();
  await expect(world.releaseDead(NOW)).resolves.toBe(1);
  await expect(world.claimDue(BOB, NOW, 1)).resolves.toMatchObject([{ run: { runId: RUN, owner: BOB, epoch: 2 } }]);
  expect(readdirSync(join(dataDir, 'workers'))).toEqual([`${BOB}.lock`]);
});

it('releases the runs of a hanging process when its lease is over, and refuses its later writes', async () => {
  const dataDir = makeDataDir();
  const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
  await child.call('joinWorker', ALICE, LEASE_UNTIL);
  await child.call('createRun', toNewRun({ owner: ALICE }));
  await world.joinWorker(BOB, FOR_EVER);
  child.stop();
  await expect(world.releaseDead(LEASE_UNTIL)).resolves.toBe(0);
  await expect(world.releaseDead(LEASE_UNTIL + 1)).resolves.toBe(1);
  await expect(world.claimDue(BOB, NOW, 1)).resolves.toMatchObject([{ run: { epoch: 2 } }]);
  child.continue();
  const late = child.call('commit', toCommit({ events: [started()] }));
  await expect(late).resolves.toEqual({ ok: false, reason: 'fenced' });
  await expect(child.call('renewWorker', ALICE, FOR_EVER)).resolves.toBe(false);
  await child.call('joinWorker', ALICE, FOR_EVER);
  await expect(world.releaseDead(LEASE_UNTIL + 1)).resolves.toBe(0);
  await expect(world.readJournal(RUN)).resolves.toHaveLength(1);
});

it('keeps the runs of a living process when somebody deletes the locks, which come back', async () => {
  const dataDir = makeDataDir();
  const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
  await child.call('joinWorker', ALICE, LEASE_UNTIL);
  await child.call('createRun', toNewRun({ owner: ALICE }));
  await world.joinWorker(BOB, FOR_EVER);
  const workersDir = join(dataDir, 'workers');
  rmSync(workersDir, { recursive: true });
  await expect(world.releaseDead(LEASE_UNTIL)).resolves.toBe(0);
  // As a process does that starts now.
  await openSqliteWorld(dataDir);
  await expect(world.releaseDead(LEASE_UNTIL)).resolves.toBe(0);
  await expect(child.call('renewWorker', ALICE, FOR_EVER)).resolves.toBe(true);
  expect(readdirSync(workersDir)).toEqual([`${ALICE}.lock`]);
  await expect(world.releaseDead(LEASE_UNTIL + 1)).resolves.toBe(0);
  // The new lock proves as much as the old one.
  await child.kill();
  await expect(world.releaseDead(NOW)).resolves.toBe(1);
  await world.renewWorker(BOB, FOR_EVER);
  expect(readdirSync(workersDir)).toEqual([`${BOB}.lock`]);
});

it('counts with what a process began until it ended, however old the time is that another one asks with', async () => {
  const dataDir = makeDataDir();
  const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
  await child.call('joinWorker', ALICE, LEASE_UNTIL);
  await child.call('createRun', toNewRun({ owner: ALICE }));
  await world.joinWorker(BOB, FOR_EVER);
  await child.kill();
  await expect(world.releaseDead(NOW)).resolves.toBe(1);
  await expect(world.claimDue(BOB, NOW, 1)).resolves.toMatchObject([{ abandonedAt: LEASE_UNTIL }]);
});

it('refuses a worker id that another process uses, until that process has died', async () => {
  const dataDir = makeDataDir();
  const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
  await child.call('joinWorker', ALICE, FOR_EVER);
  await expect(world.joinWorker(ALICE, FOR_EVER)).rejects.toMatchObject({ code: 'world_worker_taken' });
  await child.kill();
  await expect(world.joinWorker(ALICE, FOR_EVER)).resolves.toBeUndefined();
});

it('releases the runs of a dead process when another process takes its worker id, because it does not know them', async () => {
  const dataDir = makeDataDir();
  const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
  await child.call('joinWorker', ALICE, FOR_EVER);
  await child.call('createRun', toNewRun({ owner: ALICE }));
  await child.kill();
  await world.joinWorker(ALICE, FOR_EVER);
  await expect(world.claimDue(ALICE, NOW, 1)).resolves.toMatchObject([{ run: { epoch: 2 }, abandonedAt: Infinity }]);
});

it('gives a key, and a place in a stream, to one of two processes that ask at the same time', async () => {
  const dataDir = makeDataDir();
  const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
  await ownRun(world);
  const outcomes = await Promise.all([
    world.createRun(toNewRun({ runId: toRunId(2), created: { key: 'mine' } })),
    child.call('createRun', toNewRun({ runId: toRunId(3), created: { key: 'mine' } })),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  const writer = { runId: RUN, epoch: 1, call: 0, attempt: 1, position: 0 };
  await Promise.all([
    world.appendChunks(RUN, 'log', ['0'], writer),
    child.call('appendChunks', RUN, 'log', ['0'], writer),
  ]);
  await expect(child.call('readChunks', RUN, 'log', 0, 9)).resolves.toMatchObject({ chunks: ['0'] });
});

it('opens a new store for many processes at the same time', async () => {
  const dataDir = makeDataDir();
  const children = await Promise.all(Array.from({ length: 4 }, () => ChildWorld.open(join(dataDir, 'new', 'store'))));
  const secrets = await Promise.all(children.map((child) => child.call('readSecret')));
  expect(new Set(secrets).size).toBe(1);
});

it('waits for a program that locks the file, but not for ever, and stores nothing of abandoned requests', async () => {
  const dataDir = makeDataDir();
  const world = await openSqliteWorld(dataDir);
  await ownRun(world);
  const unlock = lockFile(dataDir);
  await expect(world.commit(toCommit({ events: [started()] }))).rejects.toMatchObject({ code: 'world_file_busy' });
  const patient = world.commit(toCommit({ events: [started()] }));
  await expect(world.readJournal(RUN)).resolves.toHaveLength(1);
  unlock();
  await expect(patient).resolves.toEqual({ ok: true });
  await expect(world.readJournal(RUN)).resolves.toHaveLength(2);
});
