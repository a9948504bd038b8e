/** Stores of an earlier version of this package keep working. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import { EVENTS_PER_RUN_MAX } from '../../runtime/world/commit-rules.ts';
import { migrate } from '../../runtime/world/sqlite/migrations.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import {
  completed,
  endRun,
  LEASE_UNTIL,
  NOW,
  ORDER,
  stepCreated,
  toCommit,
  toRunId,
  toWorkerId,
} from './run-fixtures.ts';
import { ChildWorld } from './child-world.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

const [OWNED, WAITING, FRESH, ENDED] = [1, 2, 3, 4].map(toRunId) as [RunId, RunId, RunId, RunId];
const ALICE = toWorkerId('ALICE');
const BOB = toWorkerId('BOB');
const [PENDING, RUNNING, COMPLETED] = [0, 1, 2];
const RUN_CREATED = 1;

/** The rows of version 1 for a run with its first event. */
function insertRun(db: DatabaseSync, run: { id: number; status: number; epoch: number; owner: number | null }): void {
  const { id, status, epoch, owner } = run;
  const completedAt = status === COMPLETED ? NOW : null;
  const row = [
    id,
    toRunId(id),
    ORDER,
    'b1',
    status,
    NOW,
    NOW,
    completedAt,
    1,
    epoch,
    owner,
    completedAt ? null : NOW,
    0,
    0,
    null,
  ];
  db.prepare(`INSERT INTO runs VALUES (${row.map(() => '?').join(', ')})`).run(...row);
  const event = [id * EVENTS_PER_RUN_MAX + 1, NOW, RUN_CREATED, null, null, null, ORDER, '[[]]', '{"seed":"ab"}'];
  db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(...event);
}

/** A store of version 1 with runs that are owned, waiting, new, and completed. */
function makeOldStore(dataDir: string): { secret: string } {
  const { file } = toPaths(dataDir);
  const db = new DatabaseSync(file);
  migrate(db, file, 1);
  db.prepare('INSERT INTO workers VALUES (1, ?, ?)').run(ALICE, LEASE_UNTIL);
  // The process of this worker has ended: nobody holds its lock.
  mkdirSync(toPaths(dataDir).workersDir);
  writeFileSync(join(toPaths(dataDir).workersDir, `${ALICE}.lock`), '');
  insertRun(db, { id: 1, status: RUNNING, epoch: 1, owner: 1 });
  insertRun(db, { id: 2, status: RUNNING, epoch: 3, owner: null });
  insertRun(db, { id: 3, status: PENDING, epoch: 0, owner: null });
  insertRun(db, { id: 4, status: COMPLETED, epoch: 1, owner: null });
  db.exec(`INSERT INTO hooks VALUES ('token', 1, 0, ${NOW}, NULL, NULL)`);
  db.exec("INSERT INTO streams VALUES (1, 1, 'log', 2, 0); INSERT INTO chunks VALUES (1, 0, 'a'), (1, 1, 'b')");
  const secret = String(db.prepare("SELECT value FROM meta WHERE key = 'secret'").get()!['value']);
  db.close();
  return { secret };
}

it('keeps the runs, hooks, streams and the secret of a store of version 1', async () => {
  const dataDir = makeDataDir();
  const { secret } = makeOldStore(dataDir);
  const world = await openSqliteWorld(dataDir);
  await expect(world.readSecret()).resolves.toBe(secret);
  const nothing = { key: null, attributes: {}, parent: null, pausedAt: null, baseSeq: 0, expiresAt: null };
  const { runs } = await world.listRuns({ limit: 9 });
  expect(runs).toMatchObject([ENDED, FRESH, WAITING, OWNED].map((runId) => ({ runId, seq: 1, ...nothing })));
  await expect(world.readJournal(OWNED)).resolves.toMatchObject([{ seq: 1, type: 'run_created', seed: 'ab' }]);
  await expect(world.listHooks({ limit: 9 })).resolves.toMatchObject({ hooks: [{ token: 'token', runId: OWNED }] });
  await expect(world.readChunks(OWNED, 'log', 0, 9)).resolves.toMatchObject({ chunks: ['a', 'b'] });
});

it('is brought up to date once when many processes open it at the same time', async () => {
  const dataDir = makeDataDir();
  makeOldStore(dataDir);
  const children = await Promise.all(Array.from({ length: 5 }, () => ChildWorld.open(dataDir)));
  const lists = await Promise.all(children.map((child) => child.call('listRuns', { limit: 9 })));
  expect(lists.map(({ runs }) => runs.length)).toEqual([4, 4, 4, 4, 4]);
});

it('continues the runs of a store of version 1, and assumes that attempts may have been cut off', async () => {
  const dataDir = makeDataDir();
  makeOldStore(dataDir);
  const world = await openSqliteWorld(dataDir);
  await world.joinWorker(BOB, LEASE_UNTIL);
  await world.releaseDead(NOW);
  const claimed = await world.claimDue(BOB, NOW, 9);
  const seen = claimed.map(({ run, abandonedAt }) => [run.runId, run.epoch, abandonedAt !== null]);
  expect(seen).toEqual([
    [OWNED, 2, true],
    [WAITING, 4, true],
    [FRESH, 1, false],
  ]);
  const commit = toCommit({ runId: OWNED, epoch: 2, events: [stepCreated(0), completed()] });
  await expect(world.commit(commit)).resolves.toEqual({ ok: true });
  await expect(world.findHook('token')).resolves.toBeNull();
  await expect(world.deleteRuns([OWNED, ENDED])).resolves.toBe(2);
  await expect(endRun(world, FRESH)).resolves.toEqual({ ok: true });
});
