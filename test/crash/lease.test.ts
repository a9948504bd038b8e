/** Two workers on one store, one of which stands still or is held up for longer than its lease. */
import { expect, it, onTestFinished } from 'vitest';
import { getRun, start } from '../../runtime/entries/api.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import { makeDataDir } from '../world/test-store.ts';
import { ForkedWorker } from './forked-worker.ts';
import { startProducer } from './producer.ts';
import { makeSharedStore } from './shared-store.ts';

const WORKER = new URL('./lease-worker.ts', import.meta.url);
const LEASE_MS = 2_000;
/** Longer than the lease, and longer than the time until others look for workers that are dead. */
const HELD_MS = LEASE_MS * 2.5;

async function setUp() {
  const store = makeSharedStore(makeDataDir());
  onTestFinished(() => store.remove());
  const { world, untilEvent, close } = await startProducer(store);
  onTestFinished(close);
  const startWorker = (env: Record<string, string> = {}): ForkedWorker =>
    ForkedWorker.start(WORKER, { ...store.env, WORKFLOW_LEASE_MS: String(LEASE_MS), ...env });
  const startRun = (name: string, ...args: unknown[]) => start({ workflowId: workflowIdOf(name) }, args as never);
  const types = async (run: { runId: string }): Promise<string[]> =>
    (await world.readJournal(run.runId as RunId)).map(({ type }) => type);
  return { store, startWorker, startRun, types, untilEvent };
}

it('begins nothing that waited in a worker that was stopped while others finished its runs', async () => {
  const { store, startWorker, startRun } = await setUp();
  const sleeper = startWorker({ WORKFLOW_CONCURRENCY: '1' });
  const retried = await startRun('retry');
  await sleeper.says('retry, attempt 1');
  const queued = await startRun('queue');
  await sleeper.says('first, attempt 1');
  store.betweenWrites(() => sleeper.halt());
  const heir = startWorker();
  await Promise.all([retried.returnValue, queued.returnValue]);

  sleeper.goOn();
  await sleeper.prints(/lease_lost/);
  await heir.kill();
  await (
    await startRun('last')
  ).returnValue;
  const attempts = sleeper.said.filter((message) => message !== 'ready');
  expect(attempts).toEqual(['retry, attempt 1', 'first, attempt 1', 'last, attempt 1']);
});

it('takes the result of an attempt that was stopped in the middle while the next one waits for a place', async () => {
  const { store, startWorker, startRun, types, untilEvent } = await setUp();
  const sleeper = startWorker({ WORKFLOW_BUSY_RUNS: '1' });
  const late = await startRun('wait', 'late');
  await sleeper.says('late, attempt 1');
  const heir = startWorker({ WORKFLOW_CONCURRENCY: '1' });
  const busy = await startRun('wait', 'busy');
  await heir.says('busy, attempt 1');
  store.betweenWrites(() => sleeper.halt());
  await untilEvent(late.runId, 'step_retrying');

  sleeper.goOn();
  sleeper.tell('go on');
  await expect(late.returnValue).resolves.toBe(1);
  heir.tell('go on');
  await expect(busy.returnValue).resolves.toBe(1);
  expect([sleeper, heir].flatMap(({ said }) => said)).not.toContain('late, attempt 2');
  const ends = (await types(late)).filter((type) => type === 'step_retrying' || type === 'step_completed');
  expect(ends).toEqual(['step_retrying', 'step_completed']);
});

it.each([
  ['a step', 'holdInStep', ['hold, attempt 1']],
  ['a turn', 'holdInTurn', ['before, attempt 1', 'after, attempt 1']],
])('keeps the runs of a worker while %s holds its event loop', async (_what, name, attempts) => {
  const { startWorker, startRun, types } = await setUp();
  const workers = [startWorker(), startWorker()];
  await Promise.all(workers.map((worker) => worker.says('ready')));
  const run = await startRun(name, HELD_MS);
  await run.returnValue;
  expect(workers.flatMap(({ said }) => said).filter((message) => message !== 'ready')).toEqual(attempts);
  expect(await types(run)).not.toContain('step_retrying');
  expect(workers.map(({ output }) => output).join('')).not.toMatch(/lost|interrupted/);
});

it('gives the runs of a worker away whose event loop never comes back', async () => {
  const { startWorker, startRun } = await setUp();
  const env = { WORKFLOW_STUCK_LIMIT_MS: '1000' };
  const stuck = startWorker(env);
  const run = await startRun('holdInStep', 600_000);
  await stuck.says('hold, attempt 1');
  const heir = startWorker(env);
  await heir.says('hold, attempt 2');
  expect(await getRun(run.runId).status).toBe('running');
});
