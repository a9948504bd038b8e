/** A store whose files are deleted, moved or replaced while it is open acknowledges nothing more. */
import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import { WRITES } from '../../runtime/world/sqlite/operations.ts';
import { backUp } from '../../runtime/world/sqlite/back-up.ts';
import { openForReading, openForWriting } from '../../runtime/world/sqlite/open-database.ts';
import { writeBatch } from '../../runtime/world/sqlite/run-batch.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { Store } from '../../runtime/world/sqlite/store.ts';
import type { Request } from '../../runtime/world/sqlite/thread-messages.ts';
import type { Change, World } from '../../runtime/world/world.ts';
import { ChildWorld } from './child-world.ts';
import { ALICE, LEASE_UNTIL, RUN, toNewRun, toRunId } from './run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

const DAMAGES: Record<string, (dataDir: string) => void> = {
  'the folder is deleted': (dataDir) => rmSync(dataDir, { recursive: true }),
  'the folder is renamed': (dataDir) => renameSync(dataDir, `${dataDir}-old`),
  'the folder is replaced by an empty one': (dataDir) => {
    renameSync(dataDir, `${dataDir}-old`);
    mkdirSync(dataDir);
  },
  'the database is deleted': (dataDir) => rmSync(toPaths(dataDir).file),
  'the database is replaced': (dataDir) => {
    writeFileSync(join(dataDir, 'other'), '');
    renameSync(join(dataDir, 'other'), toPaths(dataDir).file);
  },
  'the log is deleted': (dataDir) => rmSync(`${toPaths(dataDir).file}-wal`),
  'the log is replaced': (dataDir) => {
    rmSync(`${toPaths(dataDir).file}-wal`);
    writeFileSync(`${toPaths(dataDir).file}-wal`, '');
  },
};

/** The file keeps its name and its number. */
const OVERWRITES: typeof DAMAGES = {
  'a backup is copied over the database': (dataDir) => {
    const backup = join(dataDir, 'backup');
    backUp(openForReading({ dataDir, durability: 'commit' }), backup);
    copyFileSync(backup, toPaths(dataDir).file);
  },
  'another store is copied over the database': (dataDir) => {
    const other = join(dataDir, 'other');
    openForWriting({ dataDir: other, durability: 'commit' }).db.close();
    copyFileSync(toPaths(other).file, toPaths(dataDir).file);
  },
};

/** Resolves when the World says that its store is gone. */
const untilGone = (world: World): Promise<Error> =>
  new Promise((resolve) => {
    world.subscribe((change: Change) => change.kind === 'gone' && resolve(change.error));
  });

const errorAbout = (dataDir: string) => ({
  code: 'world_files_replaced',
  message: expect.stringContaining(toPaths(dataDir).file),
  fix: expect.stringContaining('restart'),
});

// Windows refuses to delete or move what is open.
describe.runIf(process.platform !== 'win32').each(Object.entries(DAMAGES))('when %s', (_, damage) => {
  it('the next commit is refused, whoever waited for it', () => {
    const dataDir = join(makeDataDir(), 'data');
    const store = openForWriting({ dataDir, durability: 'commit' });
    onTestFinished(() => store.db.close());
    const create = (n: number) => writeBatch(store, [['createRun', toNewRun({ runId: toRunId(n) })]]).replies;
    expect(create(1)).toEqual([{ value: { ok: true } }]);
    damage(dataDir);
    expect(create(2)).toMatchObject([{ failure: errorAbout(dataDir) }]);
    const failure = errorAbout(dataDir);
    const both = [3, 4].map((n): Request<'write'> => ['createRun', toNewRun({ runId: toRunId(n) })]);
    expect(writeBatch(store, both).replies).toMatchObject([{ failure }, { failure }]);
  });

  it('the next commit is refused, also when nothing had changed in the folder for long', () => {
    const dataDir = join(makeDataDir(), 'data');
    const store = openForWriting({ dataDir, durability: 'commit' });
    onTestFinished(() => store.db.close());
    const create = (n: number) => writeBatch(store, [['createRun', toNewRun({ runId: toRunId(n) })]]).replies;
    utimesSync(dataDir, 1, 1);
    for (const n of [1, 2]) expect(create(n)).toEqual([{ value: { ok: true } }]);
    damage(dataDir);
    expect(create(3)).toMatchObject([{ failure: errorAbout(dataDir) }]);
  });
});

describe.runIf(process.platform !== 'win32').each(Object.entries({ ...DAMAGES, ...OVERWRITES }))(
  'when %s',
  (_, damage) => {
    it('a process notices it without a request, says so once, and refuses everything by name', async () => {
      const dataDir = join(makeDataDir(), 'data');
      const world = await openSqliteWorld(dataDir);
      await world.createRun(toNewRun());
      let times = 0;
      world.subscribe(({ kind }) => kind === 'gone' && times++);
      const gone = untilGone(world);
      damage(dataDir);
      expect(await gone).toMatchObject(errorAbout(dataDir));
      await expect(world.createRun(toNewRun({ runId: toRunId(2) }))).rejects.toMatchObject(errorAbout(dataDir));
      await expect(world.readRun(RUN)).rejects.toMatchObject(errorAbout(dataDir));
      await world.close();
      expect(times).toBe(1);
    });
  },
);

it.runIf(process.platform !== 'win32').each(Object.entries(OVERWRITES))(
  'when %s, its mixture with the old log is refused later, and a clean copy is not',
  async (_, overwrite) => {
    const dataDir = makeDataDir();
    const world = await openSqliteWorld(dataDir);
    await world.createRun(toNewRun());
    const gone = untilGone(world);
    overwrite(dataDir);
    await gone;
    const late = await createWorld({ kind: 'sqlite', dataDir });
    await expect(late.open()).rejects.toMatchObject({ code: 'world_file_overwritten' });
    await Promise.all([world.close(), late.close()]);
    const next = await createWorld({ kind: 'sqlite', dataDir });
    await expect(next.open()).rejects.toMatchObject({ code: 'world_file_overwritten' });
    await next.close();
    const { file } = toPaths(dataDir);
    for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
    await openSqliteWorld(dataDir);
  },
);

describe.runIf(process.platform !== 'win32')('a store whose files were replaced', () => {
  it.each([0, 1, 5])('is refused when an earlier copy of it comes back, %i checkpoints after the copy', (between) => {
    const dataDir = makeDataDir();
    const store = openForWriting({ dataDir, durability: 'commit' });
    onTestFinished(() => store.db.close());
    const write = (n: number): void => {
      expect(writeBatch(store, [['createRun', toNewRun({ runId: toRunId(n) })]]).replies).toMatchObject([
        { value: { ok: true } },
      ]);
      store.db.exec('PRAGMA wal_checkpoint(PASSIVE)');
      store.files!.assertInPlace();
    };
    write(1);
    const copy = join(makeDataDir(), 'copy');
    copyFileSync(toPaths(dataDir).file, copy);
    for (let n = 2; n < 2 + between; n++) write(n);
    copyFileSync(copy, toPaths(dataDir).file);
    const look = (): void => {
      for (let times = 0; times < 2; times++) store.files!.assertInPlace();
    };
    if (between === 0) expect(look).not.toThrow();
    else expect(look).toThrow(expect.objectContaining(errorAbout(dataDir)));
  });

  it('is refused when its folder holds only a link to the database', () => {
    const place = makeDataDir();
    const { file } = toPaths(place);
    openForWriting({ dataDir: place, durability: 'commit' }).db.close();
    const dataDir = makeDataDir();
    symlinkSync(file, toPaths(dataDir).file);
    const store = openForWriting({ dataDir, durability: 'commit' });
    onTestFinished(() => store.db.close());
    const create = (n: number) => writeBatch(store, [['createRun', toNewRun({ runId: toRunId(n) })]]).replies;
    utimesSync(dataDir, 1, 1);
    for (const n of [1, 2]) expect(create(n)).toEqual([{ value: { ok: true } }]);
    rmSync(file);
    expect(create(3)).toMatchObject([{ failure: errorAbout(dataDir) }]);
  });

  it('is refused when the deletion comes during the transaction', () => {
    const dataDir = join(makeDataDir(), 'data');
    const store = openForWriting({ dataDir, durability: 'commit' });
    onTestFinished(() => store.db.close());
    const create = (runStore: Store): unknown => {
      rmSync(dataDir, { recursive: true });
      return WRITES.createRun(runStore, toNewRun());
    };
    expect(() => store.transaction(() => create(store))).toThrow(expect.objectContaining(errorAbout(dataDir)));
  });

  it('keeps what its processes acknowledged when only its log was deleted', async () => {
    const dataDir = makeDataDir();
    const [world, child] = await Promise.all([openSqliteWorld(dataDir), ChildWorld.open(dataDir)]);
    const gone = untilGone(world);
    await world.createRun(toNewRun());
    await child.call('createRun', toNewRun({ runId: toRunId(2) }));
    rmSync(`${toPaths(dataDir).file}-wal`);
    await gone;
    await Promise.all([world.close(), child.call('close')]);
    const next = await openSqliteWorld(dataDir);
    const { runs } = await next.listRuns({ limit: 9 });
    expect(runs.map(({ runId }) => runId)).toEqual([toRunId(2), RUN]);
  });

  it('does no harm to the new one: what another process stores there stays', async () => {
    const dataDir = join(makeDataDir(), 'data');
    const world = await openSqliteWorld(dataDir);
    await world.joinWorker(ALICE, LEASE_UNTIL);
    const gone = untilGone(world);
    const old = await ChildWorld.open(dataDir);
    await old.call('createRun', toNewRun());
    old.stop();
    rmSync(dataDir, { recursive: true });
    await gone;
    await world.close();
    const next = await openSqliteWorld(dataDir);
    await next.createRun(toNewRun({ runId: toRunId(2) }));
    old.continue();
    await expect(old.call('createRun', toNewRun({ runId: toRunId(3) }))).rejects.toMatchObject({
      code: 'world_files_replaced',
    });
    await old.call('close');
    await next.createRun(toNewRun({ runId: toRunId(4) }));
    const { runs } = await (await openSqliteWorld(dataDir)).listRuns({ limit: 9 });
    expect(runs.map(({ runId }) => runId)).toEqual([4, 2].map(toRunId));
  });
});
