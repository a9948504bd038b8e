/** The past of runs that begin anew leaves the SQLite file, and their events have no last number. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { EVENTS_PER_RUN_MAX } from '../../runtime/world/commit-rules.ts';
import { toEventId } from '../../runtime/world/sqlite/event-places.ts';
import { migrate } from '../../runtime/world/sqlite/migrations.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { World } from '../../runtime/world/world.ts';
import {
  continued,
  NOW,
  ownRun,
  RUN,
  started,
  stepCreated,
  toCommit,
  toRunId,
  type EventInput,
} from './run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

/** Reads or changes the file beside the World that has it open. */
function inFile<T>(dataDir: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(toPaths(dataDir).file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const count = (dataDir: string, table: string): number =>
  inFile(dataDir, (db) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n']));

const steps = (n: number): EventInput[] => Array.from({ length: n }, (_, call) => stepCreated(call));

/** Commits events after those that the run has. */
async function commitNext(world: World, events: EventInput[]): Promise<number> {
  const { seq, epoch } = (await world.readRun(RUN))!;
  await expect(world.commit(toCommit({ afterSeq: seq, epoch, events }))).resolves.toEqual({ ok: true });
  return seq + events.length;
}

it('a short history goes with the commit in which the run begins anew', async () => {
  const dataDir = makeDataDir();
  const world = await openSqliteWorld(dataDir);
  await ownRun(world, { events: [started(), ...steps(20)] });
  for (let round = 0; round < 30; round++) await commitNext(world, [stepCreated(1), continued(2), stepCreated(2)]);
  expect(count(dataDir, 'events')).toBe(3);
  expect(count(dataDir, 'histories')).toBe(0);
  await expect(world.readRun(RUN)).resolves.toMatchObject({ seq: 112, baseSeq: 111 });
});

it('a long history goes bit by bit with the commits that follow, and nobody sees it meanwhile', async () => {
  const dataDir = makeDataDir();
  const world = await openSqliteWorld(dataDir);
  await ownRun(world, { events: steps(1_000) });
  await commitNext(world, [continued(0)]);
  await expect(world.readJournal(RUN)).resolves.toMatchObject([{ seq: 1 }, { seq: 1_002, type: 'run_continued' }]);
  const left = count(dataDir, 'events');
  expect(left).toBeGreaterThan(500);
  await commitNext(world, steps(1));
  expect(count(dataDir, 'events')).toBeLessThan(left);
  for (let n = 0; n < 10; n++) await commitNext(world, steps(1));
  expect(count(dataDir, 'events')).toBe(13);
  expect(count(dataDir, 'histories')).toBe(0);
});

it('what is left of a history when its process ends goes at the next purge, also of a run that sleeps', async () => {
  const dataDir = makeDataDir();
  const world = await openSqliteWorld(dataDir);
  await ownRun(world, { events: [...steps(3_000), continued(0), ...steps(3_000)] });
  await world.appendChunks(RUN, '$list:a', ['1', '2']);
  await world.appendChunks(RUN, 'log', ['1', '2']);
  await commitNext(world, [continued(0)]);
  await world.close();
  const next = await openSqliteWorld(dataDir);
  await expect(next.purgeExpired(NOW, 500)).resolves.toBe(0);
  expect(count(dataDir, 'events')).toBe(2);
  expect(count(dataDir, 'histories')).toBe(0);
  await expect(next.listStreams(RUN)).resolves.toMatchObject([{ stream: 'log', nextIndex: 2 }]);
});

it('a run that begins anew again and again has no last number', async () => {
  const dataDir = makeDataDir();
  const before = await openSqliteWorld(dataDir);
  await ownRun(before, { events: [started(), continued(0)] });
  await before.close();
  const near = EVENTS_PER_RUN_MAX - 7;
  inFile(dataDir, (db) => {
    db.exec(`UPDATE events SET id = ${toEventId(1, near)} WHERE id = ${toEventId(1, 3)}`);
    db.exec(`UPDATE runs SET seq = ${near}, base_seq = ${near}`);
  });
  const world = await openSqliteWorld(dataDir);
  let seq = near;
  for (let round = 0; round < 10; round++) {
    seq = await commitNext(world, [stepCreated(0), stepCreated(1), continued(2), stepCreated(2)]);
    await expect(world.readJournal(RUN)).resolves.toMatchObject([
      { seq: 1, type: 'run_created' },
      { seq: seq - 1, type: 'run_continued' },
      { seq, type: 'step_created' },
    ]);
  }
  // A part that goes round the end of its room, and is longer than a page.
  inFile(dataDir, (db) => {
    const far = 9 * (EVENTS_PER_RUN_MAX - 1) - 500;
    db.exec(`UPDATE events SET id = ${toEventId(1, far - 1)} WHERE id = ${toEventId(1, seq - 1)}`);
    db.exec(`UPDATE events SET id = ${toEventId(1, far)} WHERE id = ${toEventId(1, seq)}`);
    db.exec(`UPDATE runs SET seq = ${far}, base_seq = ${far - 1}`);
    seq = far;
  });
  await commitNext(world, steps(3_000));
  const journal = await world.readJournal(RUN);
  expect(journal.map((event) => event.seq)).toEqual([1, ...Array.from({ length: 3_002 }, (_, i) => seq - 1 + i)]);
  await expect(world.readJournal(RUN, seq + 2_000)).resolves.toHaveLength(1_000);
  await commitNext(world, [{ type: 'run_cancelled', at: NOW }]);
  await expect(world.deleteRuns([RUN])).resolves.toBe(1);
  expect(count(dataDir, 'events')).toBe(0);
});

it('a run whose numbers had come to their end in an older version goes on, ends and can be deleted', async () => {
  const dataDir = makeDataDir();
  const before = await openSqliteWorld(dataDir);
  await ownRun(before, { events: [started(), continued(0), stepCreated(0)] });
  await ownRun(before, { runId: toRunId(2), events: [started()] });
  await before.close();
  const last = EVENTS_PER_RUN_MAX - 1;
  inFile(dataDir, (db) => {
    db.exec(`UPDATE events SET id = ${toEventId(1, last - 1)} WHERE id = ${toEventId(1, 3)}`);
    db.exec(`UPDATE events SET id = ${toEventId(1, last)} WHERE id = ${toEventId(1, 4)}`);
    db.exec(`UPDATE runs SET seq = ${last}, base_seq = ${last - 1} WHERE id = 1`);
  });
  const world = await openSqliteWorld(dataDir);
  await commitNext(world, steps(5));
  await commitNext(world, [{ type: 'run_cancelled', at: NOW }]);
  expect((await world.readJournal(RUN)).map(({ seq }) => seq - last)).toEqual([1 - last, -1, 0, 1, 2, 3, 4, 5, 6]);
  await expect(world.deleteRuns([RUN])).resolves.toBe(1);
  await expect(world.readJournal(toRunId(2))).resolves.toMatchObject([{ seq: 1 }, { seq: 2 }]);
});

it('the histories that an older version kept go', async () => {
  const dataDir = makeDataDir();
  const { file } = toPaths(dataDir);
  inFile(dataDir, (db) => {
    migrate(db, file, 3);
    db.exec(`INSERT INTO runs (id, run_id, workflow_id, status, created_at, seq, epoch, inbox_last, inbox_taken, base_seq)
      VALUES (1, '${RUN}', 'w', 2, 1, 9, 1, 0, 0, 6)`);
    const [waitCompleted, runContinued] = [13, 21];
    for (let seq = 1; seq < 10; seq++) {
      const type = seq === 6 ? runContinued : waitCompleted;
      db.exec(`INSERT INTO events (id, at, type) VALUES (${toEventId(1, seq)}, 1, ${type})`);
    }
  });
  const world = await openSqliteWorld(dataDir);
  expect((await world.readJournal(RUN)).map(({ seq }) => seq)).toEqual([1, 6, 7, 8, 9]);
  await world.purgeExpired(0, 1);
  expect(count(dataDir, 'events')).toBe(5);
});
