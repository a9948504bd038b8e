/** The file of a store shrinks after runs were removed. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrate } from '../../runtime/world/sqlite/migrations.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { World } from '../../runtime/world/world.ts';
import { completed, numbered, started, toNewRun, toRunId } from './run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

const RUN_BYTES = 300_000;
const RUNS = 100;
const EXPIRED = 10;

/** Creates a run that has ended; with retention it is expired. */
async function createEnded(
  world: World,
  n: number,
  { bytes = 100, retentionMs }: { bytes?: number; retentionMs?: number },
) {
  const fields = { at: 1, payload: 'x'.repeat(bytes), ...(retentionMs !== undefined && { retentionMs }) };
  const { events, ...run } = toNewRun({ runId: toRunId(n), created: fields });
  await world.createRun({ ...run, events: [...events, ...numbered(2, [started(), { ...completed(), at: 1 }])] });
}

/** A store with big runs that have expired, between small ones that stay. */
async function fill(world: World): Promise<void> {
  for (let n = 1; n <= RUNS; n++) {
    await createEnded(world, n, { bytes: RUN_BYTES, retentionMs: 0 });
    await createEnded(world, 1_000 + n, {});
  }
}

function inspect(dataDir: string): { bytes: number; problems: unknown[]; runs: number } {
  const { file } = toPaths(dataDir);
  const db = new DatabaseSync(file);
  const problems = db.prepare('PRAGMA integrity_check').all();
  const runs = Number(db.prepare('SELECT count(*) AS n FROM runs').get()!['n']);
  db.close();
  return { bytes: statSync(file).size, problems, runs };
}

const SOUND = [{ integrity_check: 'ok' }];

it('gives the space of removed runs back, while new ones come', async () => {
  const dataDir = makeDataDir();
  const world = await openSqliteWorld(dataDir, 'relaxed');
  await fill(world);
  const coming = Array.from({ length: 300 }, (_, n) => createEnded(world, 2_000 + n, {}));
  await expect(world.purgeExpired(EXPIRED, 500)).resolves.toBe(RUNS);
  await Promise.all(coming);
  await expect(world.readJournal(toRunId(1_050))).resolves.toHaveLength(3);
  await world.close();
  expect(inspect(dataDir)).toEqual({ bytes: expect.any(Number), problems: SOUND, runs: RUNS + 300 });
  expect(inspect(dataDir).bytes).toBeLessThan((RUNS * RUN_BYTES) / 4);
});

it('goes on with giving back what was left when its process ended', async () => {
  const dataDir = makeDataDir();
  const before = await openSqliteWorld(dataDir, 'relaxed');
  await fill(before);
  const purging = before.purgeExpired(EXPIRED, 500).catch(() => {});
  await Promise.all([purging, before.close()]);
  expect(inspect(dataDir).bytes).toBeGreaterThan((RUNS * RUN_BYTES) / 4);
  const world = await openSqliteWorld(dataDir, 'relaxed');
  await world.purgeExpired(EXPIRED, 500);
  await world.close();
  expect(inspect(dataDir)).toMatchObject({ problems: SOUND, runs: RUNS });
  expect(inspect(dataDir).bytes).toBeLessThan((RUNS * RUN_BYTES) / 4);
});

it('leaves a file of an older version, which cannot shrink by itself, as it is', async () => {
  const dataDir = makeDataDir();
  const { file } = toPaths(dataDir);
  const db = new DatabaseSync(file);
  migrate(db, file, 3);
  db.close();
  const world = await openSqliteWorld(dataDir, 'relaxed');
  await fill(world);
  await expect(world.purgeExpired(EXPIRED, 500)).resolves.toBe(RUNS);
  await world.close();
  expect(inspect(dataDir)).toMatchObject({ problems: SOUND, runs: RUNS });
});
