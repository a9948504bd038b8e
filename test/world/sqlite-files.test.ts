/** The files of an SQLite store, and the errors for unusable ones. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSettings } from '../../runtime/api/settings.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { EVENTS_PER_RUN_MAX } from '../../runtime/world/commit-rules.ts';
import { openForWriting } from '../../runtime/world/sqlite/open-database.ts';
import { writeBatch } from '../../runtime/world/sqlite/run-batch.ts';
import { SCHEMA_VERSION } from '../../runtime/world/sqlite/migrations.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { World } from '../../runtime/world/world.ts';
import { ALICE, endRun, NOW, ownRun, RUN, stepCreated, toCommit } from './run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

/** Creates a store and ends. */
const CREATE_SCRIPT = fileURLToPath(new URL('./create-store.ts', import.meta.url));

const open = async (dataDir: string): Promise<void> => (await createWorld({ kind: 'sqlite', dataDir })).open();

/** An error that names the file of the store in `dataDir` and says what to do. */
const errorAbout = (dataDir: string, code: string) => ({
  code,
  message: expect.stringContaining(toPaths(dataDir).file),
  fix: expect.any(String),
});

/** Changes the database while no World has it open. */
function edit(dataDir: string, sql: string): void {
  const db = new DatabaseSync(toPaths(dataDir).file);
  db.exec(sql);
  db.close();
}

/** Fills the first pages of two tables that are not read when the file is opened. */
function damage(dataDir: string): void {
  const { file } = toPaths(dataDir);
  const db = new DatabaseSync(file);
  const roots = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name IN ('events', 'inbox')").all();
  db.close();
  const bytes = readFileSync(file);
  const pageBytes = bytes.readUInt16BE(16);
  for (const { rootpage } of roots) bytes.fill(0xaa, (Number(rootpage) - 1) * pageBytes, Number(rootpage) * pageBytes);
  writeFileSync(file, bytes);
}

/** The modes of the folder of a store and of all that is in it, apart from `.gitignore`. */
function modesOf(dataDir: string): Record<string, string> {
  const names = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  const modes = names.map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]);
  return Object.fromEntries(modes.filter(([name]) => name !== '.gitignore'));
}

const PRIVATE_MODES = {
  '.': '700',
  'workflow.db': '600',
  'workflow.db-wal': '600',
  'workflow.db-shm': '600',
  workers: '700',
  [join('workers', `${ALICE}.lock`)]: '600',
};

it('creates folder and files for its own user alone, however loose the umask is', async () => {
  const parent = makeDataDir();
  const dataDir = join(parent, 'a', 'b');
  const { status } = spawnSync('sh', [
    '-c',
    `umask 000; exec "$0" "$1" "$2"`,
    process.execPath,
    CREATE_SCRIPT,
    dataDir,
  ]);
  expect(status).toBe(0);
  expect(readdirSync(dataDir)).toContain('workflow.db');
  const world = await openSqliteWorld(dataDir);
  await ownRun(world);
  expect(modesOf(dataDir)).toEqual(PRIVATE_MODES);
  // A folder above may be meant for other things.
  expect(statSync(join(parent, 'a')).mode & 0o777).toBe(0o777);
});

it('takes the rights of other users from a store that has them, and not from a folder that is not its own', async () => {
  const dataDir = join(makeDataDir(), 'data');
  const loosen = (): void => {
    for (const name of ['.', 'workflow.db', 'workers'])
      chmodSync(join(dataDir, name), name === 'workflow.db' ? 0o644 : 0o755);
  };
  await (await openSqliteWorld(dataDir)).close();
  loosen();
  const own = await openSqliteWorld(dataDir);
  await ownRun(own);
  expect(modesOf(dataDir)).toEqual(PRIVATE_MODES);
  await own.close();
  rmSync(join(dataDir, '.gitignore'));
  loosen();
  const foreign = await openSqliteWorld(dataDir);
  await foreign.joinWorker(ALICE, NOW);
  expect(modesOf(dataDir)).toEqual({ ...PRIVATE_MODES, '.': '755' });
});

it('takes nothing but rights: what its owner may only read stays so', async () => {
  const dataDir = join(makeDataDir(), 'data');
  await (await openSqliteWorld(dataDir)).close();
  chmodSync(join(dataDir, 'workflow.db'), 0o444);
  chmodSync(dataDir, 0o555);
  // The super-user may write all the same, and others may not.
  await open(dataDir).catch(() => {});
  expect(modesOf(dataDir)).toMatchObject({ '.': '500', 'workflow.db': '400' });
  chmodSync(dataDir, 0o700);
});

it('keeps the default folder out of the git repository that it is made in', async () => {
  const repository = makeDataDir();
  const git = (...args: string[]): string => execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });
  git('init', '--quiet');
  const world = await openSqliteWorld(join(repository, readSettings({}).dataDir));
  await ownRun(world);
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe('');
  expect(git('status', '--porcelain', '--ignored')).toBe('!! .workflow-data/\n');
});

it('keeps only its own files out of a repository when the folder was there before', async () => {
  const repository = makeDataDir();
  const dataDir = join(repository, 'data');
  const git = (...args: string[]): string => execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });
  git('init', '--quiet');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'mine.txt'), '');
  await ownRun(await openSqliteWorld(dataDir));
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe('?? data/mine.txt\n');
});

it('leaves a folder that was there before to its owner', async () => {
  const dataDir = makeDataDir();
  await openSqliteWorld(dataDir);
  expect(readdirSync(dataDir)).not.toContain('.gitignore');
});

it('leaves the database and an empty folder of locks behind, no other files', async () => {
  const dataDir = makeDataDir();
  const world = await openSqliteWorld(dataDir);
  await ownRun(world);
  await world.close();
  expect(readdirSync(dataDir)).toHaveLength(2);
  expect(readdirSync(toPaths(dataDir).workersDir)).toEqual([]);
});

it('updates the schema only once', async () => {
  const dataDir = makeDataDir();
  await (await openSqliteWorld(dataDir)).close();
  const before = readFileSync(toPaths(dataDir).file);
  await (await openSqliteWorld(dataDir)).close();
  expect(readFileSync(toPaths(dataDir).file).equals(before)).toBe(true);
});

it('refuses a store of a later version without changing it', async () => {
  const dataDir = makeDataDir();
  await (await openSqliteWorld(dataDir)).close();
  edit(dataDir, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  const before = readFileSync(toPaths(dataDir).file);
  await expect(open(dataDir)).rejects.toMatchObject(errorAbout(dataDir, 'world_schema_newer'));
  expect(readFileSync(toPaths(dataDir).file).equals(before)).toBe(true);
});

it('reports a file that is not a database, and opens once it is gone', async () => {
  const dataDir = makeDataDir();
  const { file } = toPaths(dataDir);
  writeFileSync(file, 'this is no database, but it is long enough to look like one'.repeat(100));
  const world = await createWorld({ kind: 'sqlite', dataDir });
  await expect(world.open()).rejects.toMatchObject(errorAbout(dataDir, 'world_file_corrupt'));
  writeFileSync(file, '');
  await world.open();
  await expect(world.readRun(RUN)).resolves.toBeNull();
  await world.close();
});

it('reports damage in a database when it finds it', async () => {
  const dataDir = makeDataDir();
  const before = await openSqliteWorld(dataDir);
  await ownRun(before);
  for (let seq = 1; seq < 200; seq++) await before.commit(toCommit({ afterSeq: seq, events: [stepCreated(seq)] }));
  await before.close();
  damage(dataDir);
  const after = await openSqliteWorld(dataDir);
  await expect(after.readJournal(RUN)).rejects.toMatchObject(errorAbout(dataDir, 'world_file_corrupt'));
  await expect(after.deliver(RUN, { type: 'wake' }, 1)).rejects.toMatchObject({ code: 'world_file_corrupt' });
});

it('reports a full journal instead of writing into the journal of another run', async () => {
  const dataDir = makeDataDir();
  const before = await openSqliteWorld(dataDir);
  await ownRun(before);
  await before.close();
  const lastSeq = EVENTS_PER_RUN_MAX;
  edit(dataDir, `UPDATE runs SET seq = ${lastSeq - 1}`);
  const after = await openSqliteWorld(dataDir);
  const commitNext = (afterSeq: number) => after.commit(toCommit({ afterSeq, events: [stepCreated(0)] }));
  await expect(commitNext(lastSeq - 1)).resolves.toEqual({ ok: true });
  await expect(commitNext(lastSeq)).rejects.toMatchObject({ code: 'world_journal_full' });
  await expect(after.readJournal(RUN, lastSeq - 1)).resolves.toMatchObject([{ seq: lastSeq }]);
});

it('reports a path that cannot be a folder', async () => {
  const file = join(makeDataDir(), 'file');
  writeFileSync(file, '');
  for (const dataDir of [file, join(file, 'below')]) {
    await expect(open(dataDir)).rejects.toMatchObject(errorAbout(dataDir, 'world_directory_unwritable'));
  }
});

it('reports a folder that cannot be written', async () => {
  // Nobody may write there, not even the super-user.
  const dataDir = '/sys/workflow-data';
  await expect(open(dataDir)).rejects.toMatchObject(errorAbout(dataDir, 'world_directory_unwritable'));
});

it('opens once an obstacle is removed', async () => {
  const dataDir = join(makeDataDir(), 'data');
  writeFileSync(dataDir, '');
  const world = await createWorld({ kind: 'sqlite', dataDir });
  await expect(world.open()).rejects.toMatchObject(errorAbout(dataDir, 'world_directory_unwritable'));
  rmSync(dataDir);
  await world.open();
  await world.close();
});

/** The number of rows in each table in which a deleted run could leave something. */
function countRows(dataDir: string): Record<string, number> {
  const db = new DatabaseSync(toPaths(dataDir).file);
  const tables = ['runs', 'events', 'attributes', 'streams', 'chunks', 'chunk_writers', 'chunk_ranges', 'garbage'];
  const counts = tables.map((table) => [table, Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n'])]);
  db.close();
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

/** A run that has ended and has rows in every table. */
async function leaveRun(world: World): Promise<void> {
  await ownRun(world, { created: { attributes: { customer: 'c1' } } });
  await world.appendChunks(RUN, 'log', ['1'], { runId: RUN, epoch: 1, call: 0, attempt: 1, position: 0 });
  await world.closeStream(RUN, 'empty');
  await endRun(world);
}

it('keeps nothing of a deleted run in the file', async () => {
  const dataDir = makeDataDir();
  const world = await openSqliteWorld(dataDir);
  await leaveRun(world);
  await world.deleteRuns([RUN]);
  await world.close();
  expect(countRows(dataDir)).toEqual({});
});

it('stays consistent when a process ends while it removes a run, and removes the rest later', async () => {
  const dataDir = makeDataDir();
  const before = await openSqliteWorld(dataDir);
  await leaveRun(before);
  await before.close();
  const store = openForWriting({ dataDir, durability: 'commit' });
  writeBatch(store, [['deleteRuns', [RUN]]]);
  store.db.close();
  const after = await openSqliteWorld(dataDir);
  await ownRun(after);
  await expect(after.readJournal(RUN)).resolves.toHaveLength(1);
  await expect(after.listStreams(RUN)).resolves.toEqual([]);
  await expect(after.purgeExpired(NOW, 1)).resolves.toBe(0);
  await after.close();
  expect(countRows(dataDir)).toEqual({ runs: 1, events: 1 });
});
