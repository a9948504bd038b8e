/** Worker processes that make steps of each other's runs. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { start } from '../../runtime/entries/api.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import { WAIT } from '../time-limits.ts';
import { makeDataDir } from '../world/test-store.ts';
import { ForkedWorker } from './forked-worker.ts';
import { startProducer } from './producer.ts';
import { makeSharedStore } from './shared-store.ts';

const WORKER = new URL('./sharing-worker.ts', import.meta.url);
const LEASE_MS = 2_000;
const COUNT = 120;
const NUMBERS = Array.from({ length: COUNT }, (_, n) => n);

async function setUp() {
  const store = makeSharedStore(makeDataDir());
  onTestFinished(() => store.remove());
  const { close } = await startProducer(store);
  onTestFinished(close);
  const startWorker = async (env: Record<string, string> = {}): Promise<ForkedWorker> => {
    const settings = { WORKFLOW_LEASE_MS: String(LEASE_MS), WORKFLOW_CONCURRENCY: '4' };
    const worker = ForkedWorker.start(WORKER, { ...store.env, ...settings, ...env });
    await worker.says('ready');
    return worker;
  };
  const startRun = (name: string, ...args: unknown[]) => start({ workflowId: workflowIdOf(name) }, args as never);
  return { store, startWorker, startRun };
}

const madeBy = ({ said }: ForkedWorker): string[] =>
  said.map(String).flatMap((message) => /^made (.+)$/.exec(message)?.slice(1) ?? []);

it('use all of them for the steps of one run, each step once', async () => {
  const { startWorker, startRun } = await setUp();
  const workers = await Promise.all([startWorker(), startWorker(), startWorker()]);
  const run = await startRun('fanOut', COUNT);
  await expect(run.returnValue).resolves.toEqual(NUMBERS);
  const made = workers.map(madeBy);
  // None makes less than half of its part.
  for (const own of made) expect(own.length).toBeGreaterThan(COUNT / 6);
  expect(made.flat().sort()).toEqual(NUMBERS.map((n) => `${n}, attempt 1`).sort());
});

it('make again what was cut off in one that is killed, and nothing in one that stood still', async () => {
  const { store, startWorker, startRun } = await setUp();
  const [owner, killed, stopped] = await Promise.all([startWorker(), startWorker(), startWorker()]);
  const run = await startRun('fanOut', COUNT);
  const workers = [owner, killed, stopped];
  const areBusy = (): boolean => workers.every((worker) => madeBy(worker).length > 3);
  await vi.waitUntil(areBusy, { ...WAIT, interval: 5 });
  await killed.kill();
  store.betweenWrites(() => stopped.halt());
  const before = madeBy(stopped).length;
  await expect(run.returnValue).resolves.toEqual(NUMBERS);

  stopped.goOn();
  await startRun('fanOut', 1).then((last) => last.returnValue);
  // The attempts that it was in the middle of go on, and no other one of that run begins.
  expect(madeBy(stopped).length - before).toBeLessThanOrEqual(4 + 1);
  const twice = Object.entries(Object.groupBy(workers.flatMap(madeBy), (made) => made)).filter(
    ([made, all]) => all!.length > 1 && !made.startsWith('0,'),
  );
  expect(twice).toEqual([]);
});

it('leave a step to the only one of the kind that it names, also one that comes later', async () => {
  const { startWorker, startRun } = await setUp();
  const plain = await startWorker();
  const run = await startRun('draw');
  await plain.prints(/steps_waiting|tag|gpu/);
  const special = await startWorker({ WORKFLOW_WORKER_TAGS: 'gpu' });
  await expect(run.returnValue).resolves.toBe(0);
  expect([madeBy(plain), madeBy(special)]).toEqual([[], ['0, attempt 1']]);
});
