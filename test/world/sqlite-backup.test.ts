/** Backups of a store in use, and what becomes of them. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createWorld, restoreStore } from '../../runtime/world/open.ts';
import { takeLock } from '../../runtime/world/sqlite/liveness-lock.ts';
import { openForWriting } from '../../runtime/world/sqlite/open-database.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { World } from '../../runtime/world/world.ts';
import { ChildWorld } from './child-world.ts';
import { CommitStorm } from './commit-storm.ts';
import { ALICE, BOB, endRun, LEASE_UNTIL, NOW, ownRun, RUN, toNewRun, toRunId } from './run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

/** A store with a run, and a path for its backup. */
async function makeStore(): Promise<{ dataDir: string; world: World; target: string }> {
  const dataDir = join(makeDataDir(), 'data');
  const world = await openSqliteWorld(dataDir);
  await ownRun(world);
  return { dataDir, world, target: join(makeDataDir(), 'runs.db') };
}

const open = async (dataDir: string): Promise<void> => (await createWorld({ kind: 'sqlite', dataDir })).open();

async function openRestored(source: string): Promise<World> {
  const dataDir = join(makeDataDir(), 'restored');
  await restoreStore({ source, dataDir });
  return await openSqliteWorld(dataDir);
}

describe('a backup', () => {
  it('holds everything that was acknowledged before it began, while other processes write without a break', async () => {
    const { dataDir, world, target } = await makeStore();
    const children = await Promise.all([ChildWorld.open(dataDir), ChildWorld.open(dataDir)]);
    const storms = children.map((child, i) => new CommitStorm(child, [toRunId(10 + i), toRunId(20 + i)]));
    await Promise.all(storms.map(({ isRaging }) => isRaging));
    const acknowledged = await Promise.all([10, 11, 20, 21].map((n) => world.readRun(toRunId(n))));
    await world.backup(target);
    await Promise.all(children.map((child) => child.kill()));
    const restored = await openRestored(target);
    for (const before of acknowledged) {
      const journal = await restored.readJournal(before!.runId);
      expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, i) => i + 1));
      expect(journal.length).toBeGreaterThanOrEqual(before!.seq);
    }
    await expect(restored.readSecret()).resolves.toBe(await world.readSecret());
  });

  it('belongs to its user alone, is the only file that is left, and makes no store of its own', async () => {
    const { world, target } = await makeStore();
    await world.backup(target);
    expect(readdirSync(join(target, '..'))).toEqual(['runs.db']);
    expect(statSync(target).mode & 0o777).toBe(0o600);
  });

  it('can be made without an open World, and leaves the store as it is', async () => {
    const { dataDir, world, target } = await makeStore();
    await world.close();
    const before = readFileSync(toPaths(dataDir).file);
    await (await createWorld({ kind: 'sqlite', dataDir })).backup(target);
    expect(readFileSync(toPaths(dataDir).file).equals(before)).toBe(true);
    await expect((await openRestored(target)).readRun(RUN)).resolves.toMatchObject({ runId: RUN });
  });

  it('leaves out what was deleted', async () => {
    const { dataDir, world, target } = await makeStore();
    const holdsDeleted = (file: string): boolean => readFileSync(file).includes('was deleted');
    await world.appendChunks(RUN, 'log', ['was deleted']);
    await endRun(world);
    await world.deleteRuns([RUN]);
    await world.backup(target);
    await world.close();
    expect([holdsDeleted(toPaths(dataDir).file), holdsDeleted(target)]).toEqual([true, false]);
  });

  it('never overwrites a file', async () => {
    const { world, target } = await makeStore();
    writeFileSync(target, 'precious');
    await expect(world.backup(target)).rejects.toMatchObject({ code: 'world_backup_exists' });
    expect(readFileSync(target, 'utf8')).toBe('precious');
  });

  it('of which two are made at once under one name is made once', async () => {
    const { world, target } = await makeStore();
    const outcomes = await Promise.allSettled([world.backup(target), world.backup(target)]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'world_backup_exists' } }]);
    expect(readdirSync(join(target, '..'))).toEqual(['runs.db']);
    await openRestored(target);
  });

  it('removes what killed ones have left in its folder, and nothing of one under way', async () => {
    const { world, target } = await makeStore();
    const folder = join(target, '..');
    const names = ['monday.db.new-123-45.6', 'sunday.db.new-1234-5'];
    for (const name of names)
      for (const end of ['', '-journal', '-lock']) writeFileSync(join(folder, `${name}${end}`), '');
    const lock = takeLock(join(folder, `${names[1]}-lock`))!;
    await world.backup(target);
    const left = ['', '-journal', '-lock'].map((end) => `${names[1]}${end}`);
    expect(readdirSync(folder).sort()).toEqual(['runs.db', ...left]);
    lock.release();
  });

  it('that cannot be written says so, and leaves nothing behind', async () => {
    const { world, target } = await makeStore();
    const missing = join(target, '..', 'missing', 'runs.db');
    await expect(world.backup(missing)).rejects.toMatchObject({
      code: 'world_backup_failed',
      message: expect.stringContaining(missing),
    });
    await expect(world.readRun(RUN)).resolves.toMatchObject({ runId: RUN });
  });

  it('of a damaged store fails, and leaves nothing behind', async () => {
    const { dataDir, world, target } = await makeStore();
    await world.close();
    const { file } = toPaths(dataDir);
    const bytes = readFileSync(file);
    bytes.fill(0xaa, 4096 * 2, 4096 * 4);
    writeFileSync(file, bytes);
    const again = await createWorld({ kind: 'sqlite', dataDir });
    await expect(again.backup(target)).rejects.toMatchObject({ code: 'world_file_corrupt' });
    expect(readdirSync(join(target, '..'))).toEqual([]);
  });

  it('of a store that is not there makes none', async () => {
    const dataDir = join(makeDataDir(), 'nothing');
    const world = await createWorld({ kind: 'sqlite', dataDir });
    await expect(world.backup(join(makeDataDir(), 'x'))).rejects.toMatchObject({ code: 'world_store_missing' });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('of a store in memory is refused', async () => {
    const world = await createWorld({ kind: 'memory' });
    await expect(world.backup('x')).rejects.toMatchObject({ code: 'world_backup_unsupported' });
  });
});

describe('a restored store', () => {
  it('takes up the runs of the process that made the backup', async () => {
    const { world, target } = await makeStore();
    await world.backup(target);
    const restored = await openRestored(target);
    await restored.joinWorker(ALICE, LEASE_UNTIL);
    await expect(restored.claimRun(ALICE, RUN)).resolves.toMatchObject({ run: { runId: RUN, epoch: 2 } });
  });

  it('waits for no lease of the original', async () => {
    const { world, target } = await makeStore();
    await world.joinWorker(BOB, LEASE_UNTIL * 2);
    await world.createRun(toNewRun({ runId: toRunId(2), owner: BOB }));
    await world.backup(target);
    const restored = await openRestored(target);
    await expect(restored.releaseDead(NOW)).resolves.toBe(2);
  });

  it('is needed: a backup is no store, wherever it is put, and stays as it is', async () => {
    const { world, target } = await makeStore();
    await world.backup(target);
    const dataDir = makeDataDir();
    copyFileSync(target, toPaths(dataDir).file);
    const before = readFileSync(toPaths(dataDir).file);
    await expect(open(dataDir)).rejects.toMatchObject({ code: 'world_backup_sealed' });
    expect(readFileSync(toPaths(dataDir).file).equals(before)).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('workflow.db'))).toEqual(['workflow.db']);
  });

  it.each(['workflow.db', 'workflow.db-wal', 'workflow.db-shm'])(
    'never takes the place of another one, not even of its %s',
    async (name) => {
      const { world, target } = await makeStore();
      await world.backup(target);
      const dataDir = makeDataDir();
      writeFileSync(join(dataDir, name), '');
      await expect(restoreStore({ source: target, dataDir })).rejects.toMatchObject({
        code: 'world_restore_occupied',
        message: expect.stringContaining(name),
      });
      expect(readdirSync(dataDir)).toEqual([name]);
    },
  );

  it('can also be made of an unsealed copy, such as SQLite makes, and of one with a log beside it', async () => {
    const { dataDir } = await makeStore();
    const copy = join(makeDataDir(), 'copy.db');
    const store = openForWriting({ dataDir, durability: 'commit' });
    store.db.prepare('VACUUM INTO ?').run(copy);
    store.db.close();
    const db = new DatabaseSync(copy);
    db.exec("PRAGMA journal_mode = WAL; UPDATE runs SET key = 'in the log'");
    await expect((await openRestored(copy)).readRun(RUN)).resolves.toMatchObject({ key: 'in the log' });
    db.close();
  });

  it.each([
    ['a missing file', (file: string) => expect(existsSync(file)).toBe(false)],
    ['a file that is no database', (file: string) => writeFileSync(file, 'no database'.repeat(500))],
    ['an empty file', (file: string) => writeFileSync(file, '')],
    ['a folder', (file: string) => mkdirSync(file)],
    [
      'a database of something else',
      (file: string) => {
        const db = new DatabaseSync(file);
        db.exec('CREATE TABLE meta (key, value)');
        db.close();
      },
    ],
  ])('is not made of %s', async (_, make) => {
    const source = join(makeDataDir(), 'source.db');
    make(source);
    const dataDir = join(makeDataDir(), 'new');
    await expect(restoreStore({ source, dataDir })).rejects.toMatchObject({
      code: 'world_restore_failed',
      message: expect.stringContaining(source),
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('is noticed by a server that still has the old one open', async () => {
    const { dataDir, world, target } = await makeStore();
    await world.backup(target);
    const gone = new Promise<Error>((resolve) => {
      world.subscribe((change) => change.kind === 'gone' && resolve(change.error));
    });
    renameSync(dataDir, `${dataDir}-old`);
    await restoreStore({ source: target, dataDir });
    await expect(gone).resolves.toMatchObject({ code: 'world_files_replaced' });
    rmSync(`${dataDir}-old`, { recursive: true });
    await (await openSqliteWorld(dataDir)).readRun(RUN);
  });
});
