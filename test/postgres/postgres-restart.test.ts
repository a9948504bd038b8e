/** The database ends like in a power cut and comes back while runs are under way. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { startPostgres, type Postgres } from '../../scripts/postgres-server.ts';
import { createHarness } from '../runtime/harness.ts';

const RUNS = 30;
const STEPS = 12;
const CUTS = 3;

async function startOwnServer(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-postgres-'));
  // The server runs as a user without rights.
  chmodSync(folder, 0o755);
  const modules = join(import.meta.dirname, '../../node_modules');
  const server = await startPostgres({ dir: join(folder, 'server'), modules });
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return server;
}

test('runs go on by themselves, and no step is executed twice', async () => {
  const server = await startOwnServer();
  const world = await createWorld({ kind: 'postgres', url: `${server.url}/postgres` });
  const executed = new Map<string, number>();
  const progress = Promise.withResolvers<void>();
  let steps = 0;
  let more = progress;
  const { start } = await createHarness(
    {
      workflows: {
        main: async ({ step }, run: number, count: number) => {
          let sum = 0;
          for (let n = 0; n < count; n++) sum += (await step('add')(run, n)) as number;
          return sum;
        },
      },
      steps: {
        add: async (run: number, n: number) => {
          executed.set(`${run} ${n}`, (executed.get(`${run} ${n}`) ?? 0) + 1);
          steps += 1;
          if (steps % 60 === 0) {
            more.resolve();
            more = Promise.withResolvers();
          }
          return n;
        },
      },
    },
    { world },
  );
  const runs = await Promise.all(Array.from({ length: RUNS }, (_, run) => start('main', run, STEPS)));
  const results = Promise.all(runs.map((run) => run.returnValue));
  for (let cuts = 0; cuts < CUTS; cuts++) {
    await Promise.race([more.promise, results]);
    await server.kill();
    await server.restart();
  }
  expect(await results).toEqual(runs.map(() => (STEPS * (STEPS - 1)) / 2));
  expect(executed.size).toBe(RUNS * STEPS);
  expect([...executed.values()].filter((times) => times > 1)).toEqual([]);
  expect(await checkStore(world)).toEqual([]);
});
