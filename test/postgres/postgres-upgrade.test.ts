/** Processes of an older version on tables that a newer one has changed, as during a deployment. */
import { expect, onTestFinished, test } from 'vitest';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { createHarness } from '../runtime/harness.ts';
import { query } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';

const RUNS = 12;
const STEPS = 15;

/** The tables as a later version leaves them. @param serves The oldest version whose code works on them. */
async function migrateFurther(schema: string, serves: number): Promise<void> {
  const statements = [
    `alter table ${schema}.runs add column later text not null default 'new'`,
    `alter table ${schema}.inbox add column later bigint`,
    `alter table ${schema}.streams add column later bigint`,
    `create table ${schema}.later (id bigint primary key)`,
    `create index runs_later on ${schema}.runs (workflow_id, created_at)`,
    `update ${schema}.meta set value = '999' where key = 'schema'`,
    `update ${schema}.meta set value = '${serves}' where key = 'serves'`,
  ];
  for (const statement of statements) await query(statement);
}

async function startRuns() {
  const schema = makeSchema();
  const half = Promise.withResolvers<void>();
  let executed = 0;
  const { start, world } = await createHarness(
    {
      workflows: {
        main: async ({ step, createHook, getWritable, getWorkflowMetadata }, steps: number) => {
          const writer = getWritable().getWriter();
          for (let n = 0; n < steps; n++) await writer.write(await step('count')(n));
          return await createHook({ token: getWorkflowMetadata().workflowRunId });
        },
      },
      steps: {
        count: (n: number) => {
          executed += 1;
          if (executed === (RUNS * STEPS) / 2) half.resolve();
          return n;
        },
      },
    },
    { world: await openPostgresWorld(schema) },
  );
  const runs = await Promise.all(Array.from({ length: RUNS }, () => start('main', STEPS)));
  const finish = async (): Promise<void> => {
    for (const run of runs) {
      let isSent = false;
      while (!isSent) isSent = (await world.deliverToHook(run.runId, '[1]', Date.now())).ok;
      await expect(run.returnValue).resolves.toBe(1);
    }
    expect(executed).toBe(RUNS * STEPS);
    expect(await checkStore(world)).toEqual([]);
  };
  return { schema, half: half.promise, finish };
}

test('an older process goes on while a newer one changes the tables, and another older one may start', async () => {
  const { schema, half, finish } = await startRuns();
  await half;
  await migrateFurther(schema, 1);
  const late = await openPostgresWorld(schema, { migrates: false });
  onTestFinished(() => late.close());
  await expect(late.listRuns({ limit: 100 })).resolves.toMatchObject({ runs: { length: RUNS } });
  await finish();
});

test('tables that older code cannot work on are left alone by processes that start, with the reason', async () => {
  const { schema, half, finish } = await startRuns();
  await half;
  await migrateFurther(schema, 999);
  const error = await openPostgresWorld(schema).catch((thrown: unknown) => thrown as Error);
  expect(error).toMatchObject({ code: 'world_schema_newer', message: expect.stringContaining('Fix: ') });
  await finish();
});
