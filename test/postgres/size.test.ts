/** Lists among very many runs, and the rows that a commit writes. */
import { Pool } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { expectQuickLists, expectRunsByTime } from '../world/expect-runs-by-time.ts';
import {
  NOW,
  ownRun,
  toNewRun,
  stepCompleted,
  stepCreated,
  toCommit,
  toRunId,
  toWorkflowId,
} from '../world/run-fixtures.ts';
import { postgresUrl, query } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';

const MINUTE_MS = 60_000;

it('finds exactly the runs of a time, whatever the order of their times, also after deletions', async () => {
  await expectRunsByTime(await openPostgresWorld(makeSchema()), MINUTE_MS);
});

it('among very many runs, those of any condition are found as quickly as the newest', async () => {
  const schema = makeSchema();
  const world = await openPostgresWorld(schema);
  // Half of the runs wait, a tenth has failed.
  await query(`insert into ${schema}.runs (id, run_id, workflow_id, status, created_at, completed_at, seq, epoch,
      inbox_last, inbox_taken, base_seq, abandoned)
    select i, 'wrun_' || lpad(i::text, 26, '0'), 'workflow//app/' || case i % 10 when 2 then 'a//a' else 'calm//calm' end,
      case i % 10 when 2 then 3 when 4 then 0 when 6 then 2 when 8 then 2 else 1 end,
      i * ${MINUTE_MS}::bigint, i * ${MINUTE_MS}::bigint + 1000, 1, 1, 0, 0, 0, 0
    from generate_series(1, 200000) i`);
  await query(`insert into ${schema}.creation_times
    select id / 1024, min(created_at), max(created_at) from ${schema}.runs group by 1`);
  await query(`analyze ${schema}.runs`);
  await expectQuickLists(world, toWorkflowId('calm'));
});

it('runs that a process of an older version has made are found by time, a minute later', async () => {
  const schema = makeSchema();
  const world = await openPostgresWorld(schema);
  const created = { at: 90 * MINUTE_MS };
  await world.createRun(toNewRun({ created }));
  // That version knows nothing of this table.
  await query(`delete from ${schema}.creation_times`);
  await world.purgeExpired(NOW, 10);
  const filter = { createdFrom: created.at, createdUntil: created.at, limit: 9 };
  await expect(world.listRuns(filter)).resolves.toMatchObject({ runs: [{ createdAt: created.at }] });
});

it('a commit of a step writes no index: the row of its run is rewritten where it is', async () => {
  const schema = makeSchema();
  // One connection, so that its counts are of all that was written.
  const pool = new Pool({ connectionString: postgresUrl(), max: 1 });
  onTestFinished(() => pool.end());
  const world: World = await createWorld({ kind: 'postgres', pool, schema });
  onTestFinished(() => world.close());
  await world.open();
  const runs = Array.from({ length: 8 }, (_, i) => toRunId(i + 1));
  for (const runId of runs) await ownRun(world, { runId });
  const count = async (): Promise<{ all: number; hot: number }> => {
    await pool.query('select pg_stat_force_next_flush()');
    const text = `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables
      where schemaname = $1 and relname = 'runs'`;
    const { rows } = await pool.query<{ all: string; hot: string }>(text, [schema]);
    return { all: Number(rows[0]!.all), hot: Number(rows[0]!.hot) };
  };
  const before = await count();
  // All of it has room in one page, so that only changes of indexed columns could need another one.
  const STEPS = 2;
  for (let i = 0; i < STEPS; i++) {
    const events = [stepCreated(i), stepCompleted(i)];
    await Promise.all(runs.map((runId) => world.commit(toCommit({ runId, afterSeq: 1 + 2 * i, events }))));
  }
  const after = await count();
  expect(after.all - before.all).toBe(runs.length * STEPS);
  expect(after.hot - before.hot).toBe(after.all - before.all);
});
