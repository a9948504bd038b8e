/** Commands for operators on a database. */
import { expect, onTestFinished, test } from 'vitest';
import { fillOperatorStore, RUNS, TOKEN } from '../cli/operator-store.ts';
import { runCli } from '../cli/run-cli.ts';
import { postgresUrl } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';
import { ALICE } from '../world/run-fixtures.ts';
import { makeDataDir } from '../world/test-store.ts';
import { FlakyNetwork } from './flaky-network.ts';

test('they answer as on SQLite', async () => {
  const schema = makeSchema();
  const world = await openPostgresWorld(schema);
  await fillOperatorStore(world);
  const env = { WORKFLOW_DATABASE_SCHEMA: schema };
  const cli = (...args: string[]) => runCli([...args, '--database', postgresUrl()], { cwd: makeDataDir(), env });
  const json = async (...args: string[]): Promise<any> => JSON.parse((await cli(...args, '--json')).stdout);

  expect((await json('runs', '--workflow', 'remind', '--since', '1d')).runs).toMatchObject([
    { runId: RUNS.sleeping },
    { runId: RUNS.parked, parked: { code: 'step_missing' } },
    { runId: RUNS.paused, isPaused: true },
  ]);
  expect(await json('show', RUNS.completed, '--values')).toMatchObject({
    run: { input: { value: ['A-17'] }, output: { value: 42 } },
    streams: [{ namespace: 'log', length: 2, isClosed: true }],
  });
  expect((await json('logs', RUNS.failed)).entries).toHaveLength(6);
  expect((await cli('stream', RUNS.completed, '--namespace', 'log')).stdout).toBe('one\n{"n":2}\n');
  const { runId, hasWorker } = await json('start', 'order', '"B-18"', '--id', 'order-2');
  expect(hasWorker).toBe(true);
  expect(await world.readRun(runId)).toMatchObject({ key: 'order-2', owner: null, status: 'pending' });
  expect((await cli('hook', TOKEN, 'true')).stdout).toBe(`Sent to ${RUNS.waiting}\n`);
  expect((await cli('cancel', '--workflow', 'remind', '--yes')).stdout).toBe('Cancelled 3 runs.\n');
  expect(await world.readInbox(RUNS.paused)).toMatchObject([{ content: { type: 'cancel' } }]);
  expect((await cli('delete', RUNS.child)).stdout).toBe(`Deleted ${RUNS.child}\n`);
  expect(await json('purge', '--before', '90m', '--status', 'failed')).toMatchObject({ runs: 1 });
  const stats = await json('stats');
  expect(stats).toMatchObject({
    kind: 'postgres',
    bytes: expect.any(Number),
    freeBytes: null,
    workers: [{ workerId: ALICE, isAlive: true, runs: 3 }],
  });
  const { problems } = await json('check-store');
  expect(new Set(problems.map(({ code }: any) => code))).toEqual(new Set(['bundle_missing']));
});

test('doctor names a database that takes its time', async () => {
  const network = await FlakyNetwork.start(postgresUrl());
  onTestFinished(() => network.close());
  const schema = makeSchema();
  await openPostgresWorld(schema);
  const env = { WORKFLOW_DATABASE_SCHEMA: schema };
  const examine = () => runCli(['doctor', '--database', network.url], { cwd: makeDataDir(), env });
  expect((await examine()).stdout).toContain('Nothing keeps its runs from going on.');
  Object.assign(network, { delayMinMs: 60, delayMaxMs: 60 });
  const { stdout } = await examine();
  expect(Number(/The store takes (\d+) ms to answer a small question/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(120);
});
