/** Workers on machines whose clocks are wrong by ten minutes, to both sides. */
import { expect, it, onTestFinished } from 'vitest';
import { getRun, start } from '../../runtime/entries/api.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import { makeDataDir } from '../world/test-store.ts';
import { ForkedWorker } from './forked-worker.ts';
import { startProducer } from './producer.ts';
import { makeSharedStore } from './shared-store.ts';

const WORKER = new URL('./clocks-worker.ts', import.meta.url);
const PRELOAD = new URL('./skewed-clock.mjs', import.meta.url);
const TEN_MINUTES_MS = 600_000;
const LEASE_MS = 2_000;
const PAUSE_MS = 1_500;
/** A machine that has a lot to do, and the next look for what is due. */
const LATE_MAX_MS = 12_000;
/** The clocks of the database and of a worker count as the same when they differ by less. */
const SAME_MS = 250;

async function setUp() {
  const store = makeSharedStore(makeDataDir());
  onTestFinished(() => store.remove());
  const { world, close } = await startProducer(store, { retention: '5m' });
  onTestFinished(close);
  const startWorker = (offMs: number): ForkedWorker =>
    ForkedWorker.start(WORKER, {
      ...store.env,
      WORKFLOW_LEASE_MS: String(LEASE_MS),
      WORKFLOW_RETENTION: '5m',
      NODE_OPTIONS: `--import=${PRELOAD.href}`,
      CLOCK_OFF_MS: String(offMs),
    });
  const startRun = (name: string, ...args: unknown[]) => start<any>({ workflowId: workflowIdOf(name) }, args as never);
  return { world, startWorker, startRun };
}

/** How long a run takes, by the clock of this process, which is right. */
async function timeOf(run: { returnValue: Promise<unknown> }): Promise<number> {
  const begun = performance.now();
  await run.returnValue;
  return performance.now() - begun;
}

it.each([
  ['runs ten minutes ahead', [TEN_MINUTES_MS]],
  ['is ten minutes behind', [-TEN_MINUTES_MS]],
  ['differs from machine to machine', [TEN_MINUTES_MS, -TEN_MINUTES_MS, 0]],
])('nothing comes early, late or twice when the clock %s', async (_what, offsMs) => {
  const { world, startWorker, startRun } = await setUp();
  const workers = offsMs.map(startWorker);
  await Promise.all(workers.map((worker) => worker.says('ready')));
  const runs = await Promise.all(
    offsMs.flatMap(() => [startRun('sleeps', PAUSE_MS), startRun('retries', 2 * PAUSE_MS)]),
  );
  for (const timeMs of await Promise.all(runs.map(timeOf))) {
    expect(timeMs).toBeGreaterThan(2 * PAUSE_MS - SAME_MS);
    expect(timeMs).toBeLessThan(2 * PAUSE_MS + LATE_MAX_MS);
  }
  // A child is created by the process that has its parent: its times are those of everybody.
  const before = Date.now();
  const child = getRun((await (await startRun('starts', PAUSE_MS)).returnValue) as string);
  expect(Math.abs((await child.createdAt).getTime() - before)).toBeLessThan(LATE_MAX_MS);
  const childMs = await timeOf(child);
  expect(childMs).toBeLessThan(PAUSE_MS + LATE_MAX_MS);
  const { runs: since } = await world.listRuns({
    limit: 100,
    createdFrom: before - SAME_MS,
    createdUntil: Date.now() + SAME_MS,
  });
  expect(since.map(({ runId }) => runId)).toContain(child.runId);

  // Nobody's runs were taken away, and runs that ended are kept.
  const longest = await startRun('holds', 2 * LEASE_MS);
  await longest.returnValue;
  const said = workers.flatMap((worker) => worker.said).filter((message) => message !== 'ready');
  expect(said).toEqual(['hold, attempt 1']);
  expect(workers.map(({ output }) => output).join('')).not.toMatch(/lease_lost|interrupted/);
  for (const worker of workers) await worker.kill();
  await expect(getRun(runs[0]!.runId).status).resolves.toBe('completed');
});

it('a worker that dies is replaced when its lease is over, whatever its clock says', async () => {
  const { startWorker, startRun } = await setUp();
  const ahead = startWorker(TEN_MINUTES_MS);
  await ahead.says('ready');
  const run = await startRun('holds', 100 * LEASE_MS);
  await ahead.says('hold, attempt 1');
  const behind = startWorker(-TEN_MINUTES_MS);
  await behind.says('ready');
  const begun = performance.now();
  await ahead.kill();
  await behind.says('hold, attempt 2');
  expect(performance.now() - begun).toBeLessThan(LEASE_MS + LATE_MAX_MS);
  await run.cancel();
});
