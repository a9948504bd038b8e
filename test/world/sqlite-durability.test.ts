/** Acknowledged data survives anything that happens to the process or the disk. */
import { expect, it } from 'vitest';
import { writeBatch } from '../../runtime/world/sqlite/run-batch.ts';
import { openForWriting } from '../../runtime/world/sqlite/open-database.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import { ChildWorld } from './child-world.ts';
import { CommitStorm } from './commit-storm.ts';
import type { Request } from '../../runtime/world/sqlite/thread-messages.ts';
import type { NewRun } from '../../runtime/world/world.ts';
import { ALICE, LEASE_UNTIL, ownRun, RUN, started, stepCreated, toCommit, toNewRun, toRunId } from './run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';
import { countTransactions } from './write-ahead-log.ts';

it.each([
  ['commit', { synchronous: 2, fullfsync: 1 }],
  ['relaxed', { synchronous: 1, fullfsync: 0 }],
] as const)('with durability "%s" SQLite syncs as it has to', (durability, { synchronous, fullfsync }) => {
  const { db } = openForWriting({ dataDir: makeDataDir(), durability });
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous });
  // They count on macOS alone, but SQLite keeps them everywhere.
  expect(db.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync });
  expect(db.prepare('PRAGMA checkpoint_fullfsync').get()).toEqual({ checkpoint_fullfsync: 1 });
  db.close();
});

it('stores a hundred simultaneous commits in two transactions at most, each with one sync of the disk', async () => {
  const dataDir = makeDataDir();
  const world = await openSqliteWorld(dataDir);
  await world.joinWorker(ALICE, LEASE_UNTIL);
  const runIds = Array.from({ length: 100 }, (_, i) => toRunId(i));
  await Promise.all(runIds.map((runId) => world.createRun(toNewRun({ runId, owner: ALICE }))));
  const { file } = toPaths(dataDir);
  const before = countTransactions(file);
  await Promise.all(runIds.map((runId) => world.commit(toCommit({ runId, events: [started()] }))));
  const together = countTransactions(file) - before;
  expect(together).toBeLessThanOrEqual(2);
  await world.commit(toCommit({ runId: runIds[0]!, afterSeq: 2, events: [stepCreated(0)] }));
  expect(countTransactions(file) - before).toBe(together + 1);
});

it('fails only the bad request of a shared transaction', async () => {
  const world = await openSqliteWorld(makeDataDir());
  await ownRun(world);
  // SQLite refuses it: a time is a whole number of milliseconds.
  const bad = world.deliver(RUN, { type: 'wake' }, 0.5);
  const good = world.commit(toCommit({ events: [started()] }));
  await expect(bad).rejects.toMatchObject({ code: 'world_request_failed' });
  await expect(good).resolves.toEqual({ ok: true });
  await expect(world.readInbox(RUN)).resolves.toEqual([]);
});

it('keeps everything across a restart', async () => {
  const dataDir = makeDataDir();
  const before = await openSqliteWorld(dataDir);
  const { events } = await ownRun(before, { dueAt: 7 });
  const secret = await before.readSecret();
  await before.deliver(RUN, { type: 'wake' }, 7);
  await before.appendChunks(RUN, 'log', ['1']);
  await before.close();
  const after = await openSqliteWorld(dataDir);
  await expect(after.readSecret()).resolves.toBe(secret);
  // A worker that closed its store without leaving has no lock any more: only the end of its lease counts.
  await expect(after.releaseDead(LEASE_UNTIL + 1)).resolves.toBe(1);
  await after.joinWorker(ALICE, 2 * LEASE_UNTIL);
  const [claimed] = await after.claimDue(ALICE, 7, 1);
  expect(claimed).toMatchObject({ run: { runId: RUN, epoch: 2 }, journal: events, inbox: [{ n: 1 }] });
  await expect(after.appendChunks(RUN, 'log', ['2'])).resolves.toEqual({ ok: true, nextIndex: 2 });
});

it('loses no acknowledged commit and stores no partial one when processes are killed during many commits', async () => {
  const dataDir = makeDataDir();
  for (const round of [0, 1, 2]) {
    const children = await Promise.all([ChildWorld.open(dataDir), ChildWorld.open(dataDir)]);
    const storms = children.map((child, i) => {
      const runIds = Array.from({ length: 10 }, (_, n) => toRunId(round * 100 + i * 10 + n));
      return new CommitStorm(child, runIds);
    });
    await Promise.all(storms.map(({ isRaging }) => isRaging));
    await Promise.all(children.map((child) => child.kill()));
    const world = await openSqliteWorld(dataDir);
    for (const storm of storms) await storm.check(world);
    await world.close();
  }
});

// Only Linux can take disk space from a running process.
it.runIf(process.platform === 'linux')(
  'keeps acknowledged data when the disk is full, reports it, and continues when there is space again',
  async () => {
    const dataDir = makeDataDir();
    const child = await ChildWorld.open(dataDir);
    await child.call('joinWorker', ALICE, LEASE_UNTIL);
    await child.call('createRun', toNewRun({ owner: ALICE }));
    child.limitFiles(256 * 1024);
    let seq = 1;
    const commitNext = () => child.call('commit', toCommit({ afterSeq: seq, events: [stepCreated(seq)] }));
    const fill = async (): Promise<void> => {
      for (; seq < 1_000; seq++) await commitNext();
    };
    const { file } = toPaths(dataDir);
    await expect(fill()).rejects.toMatchObject({ code: 'world_io_failed', message: expect.stringContaining(file) });
    await expect(commitNext()).rejects.toMatchObject({ code: 'world_io_failed' });
    await expect(child.call('readJournal', RUN)).resolves.toHaveLength(seq);
    child.limitFiles('unlimited');
    await expect(commitNext()).resolves.toEqual({ ok: true });
    await child.kill();
    const world = await openSqliteWorld(dataDir);
    await expect(world.readJournal(RUN)).resolves.toHaveLength(seq + 1);
  },
);

it('reports a full disk for all requests of a batch, and stores none of them', () => {
  const store = openForWriting({ dataDir: makeDataDir(), durability: 'commit' });
  const pages = store.first<{ page_count: number }>('PRAGMA page_count')!.page_count;
  store.db.exec(`PRAGMA max_page_count = ${pages + 1}`);
  const create = (run: NewRun): Request<'write'> => ['createRun', run];
  const big = toNewRun({ runId: toRunId(2), events: [{ type: 'run_completed', at: 1, payload: 'x'.repeat(100_000) }] });
  const { replies, changes } = writeBatch(store, [create(toNewRun()), create(big)]);
  const failure = { code: 'world_disk_full', isStoreFault: true, message: expect.stringContaining(store.paths.file) };
  expect(replies).toMatchObject([{ failure }, { failure }]);
  expect(changes).toEqual([]);
  expect(writeBatch(store, [create(toNewRun())]).replies).toEqual([{ value: { ok: true } }]);
  store.db.close();
});
