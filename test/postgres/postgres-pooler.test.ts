/** A pooler in transaction mode between processes and the database. */
import { expect, onTestFinished, test } from 'vitest';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { createHarness } from '../runtime/harness.ts';
import { postgresUrl } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';
import { TransactionPooler } from './transaction-pooler.ts';

const RUNS = 10;
const CONNECTIONS = 3;
/** A look at everything every second, and a machine that has a lot to do. */
const HEARD_WITHIN_MS = 5_000;

test.each([
  ['statements are prepared until the pooler has forgotten them', {}],
  ['no statement is prepared', { prepares: false }],
])('all works when %s', async (_what, config) => {
  const pooler = await TransactionPooler.start(postgresUrl(), CONNECTIONS);
  onTestFinished(() => pooler.close());
  const schema = makeSchema();
  const [world, elsewhere] = [
    await openPostgresWorld(schema, { url: pooler.url, ...config }),
    await openPostgresWorld(schema, { url: pooler.url, ...config }),
  ];
  const { start } = await createHarness(
    {
      workflows: {
        parent: async ({ step, startChild, createHook, getWritable, getWorkflowMetadata }) => {
          const writer = getWritable().getWriter();
          const child = await startChild({ workflowId: 'workflow//./test//child' }, [3]);
          await writer.write(await step('double')(2));
          const payload = await createHook({ token: getWorkflowMetadata().workflowRunId });
          return [payload, await child.returnValue];
        },
        child: async ({ step }, n: number) => await step('double')(n),
      },
      steps: { double: (n: number) => n * 2 },
    },
    { world },
  );
  const runs = await Promise.all(Array.from({ length: RUNS }, () => start('parent')));
  // From another process: the pooler passes no notification on, so the owner finds the payload by looking.
  const begun = performance.now();
  for (const run of runs) {
    let isSent = false;
    while (!isSent) isSent = (await elsewhere.deliverToHook(run.runId, '[1]', Date.now())).ok;
  }
  expect(await Promise.all(runs.map((run) => run.returnValue))).toEqual(runs.map(() => [1, 6]));
  expect(performance.now() - begun).toBeLessThan(HEARD_WITHIN_MS);
  expect(await checkStore(world)).toEqual([]);
});
