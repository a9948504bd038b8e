/** Steps that one worker leaves to another one: the same promises as for steps of its own. */
import { expect, it, onTestFinished } from 'vitest';
import { listSteps, type Run } from '../../runtime/entries/api.ts';
import { getStepMetadata, getWritable, heartbeat, setAttributes } from '../../runtime/entries/workflow.ts';
import { RetryableError } from '../../runtime/entries/errors.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import type { World } from '../../runtime/world/world.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, nextChange, type Harness } from './harness.ts';
import { withoutClose } from './step-second-owner.ts';

type Steps = NonNullable<TestCode['steps']>;

const workflows: TestCode['workflows'] = {
  one: async ({ step }, ...args: unknown[]) => await step('work')(...args),
  fan: async ({ step }, count: number) => await Promise.all(Array.from({ length: count }, (_, n) => step('work')(n))),
  caught: async ({ step }) => {
    try {
      return await step('work')();
    } catch (error) {
      return String(error);
    }
  },
  signalled: async ({ step, createHook }) => {
    const controller = new AbortController();
    const work = step('work')(controller.signal);
    await createHook({ token: 'stop' });
    controller.abort('enough');
    return await work;
  },
};

const gpu = <Step extends Steps[string]>(fn: Step, options: object = {}): Step =>
  Object.assign(fn, { worker: 'gpu', ...options });

interface Fleet {
  owner: Harness;
  /** A worker for steps of the kind "gpu". */
  taker: Harness;
  world: World;
}

/** Two workers on one store. The owner begins all runs. `work` is told who makes the step. */
async function openFleet(
  work: (who: 'owner' | 'taker', ...args: any[]) => unknown,
  options = {},
  env = {},
): Promise<Fleet> {
  const codeOf = (who: 'owner' | 'taker'): TestCode => ({
    workflows,
    steps: { work: Object.assign((...args: unknown[]) => work(who, ...args), options) },
  });
  const first = await createHarness(codeOf('taker'), { env: { WORKFLOW_WORKER_TAGS: 'eu, gpu', ...env } });
  const owner = await createHarness(codeOf('owner'), { world: withoutClose(first.world), env });
  return { owner, taker: first, world: first.world };
}

const GPU = { worker: 'gpu' };

const typesOf = async ({ journal }: Harness, run: { runId: string }): Promise<string[]> =>
  (await journal(run)).filter(({ type }) => type.startsWith('step_')).map(({ type }) => type);

/** Resolves when the offer of the run's only step is as wanted. */
async function untilOffer(world: World, run: { runId: string }, isTaken: boolean) {
  for (;;) {
    const changed = nextChange(world);
    const [offer] = await world.listOffers(run.runId as RunId);
    if (offer && (offer.takenBy !== null) === isTaken) return offer;
    await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
}

it('are made by a worker of the kind that they want, with what a step knows of itself', async () => {
  const { owner, world } = await openFleet((who, n: number) => {
    const { attempt, stepId, stepName } = getStepMetadata();
    return `${who} ${n} ${attempt} ${stepId.startsWith('step_')} ${stepName}`;
  }, GPU);
  const run = await owner.start('fan', 3);
  const made = (n: number): string => `taker ${n} 1 true step//./test//work`;
  await expect(run.returnValue).resolves.toEqual([made(0), made(1), made(2)]);
  await expect(world.listOffers(null)).resolves.toEqual([]);
  await expect(checkStore(world)).resolves.toEqual([]);
});

it('have the name that their label gives them where they are made', async () => {
  const label = (name: string): string => name;
  const gate = Promise.withResolvers<void>();
  const { owner } = await openFleet((_, name: string) => (name === 'long' ? gate.promise : 'done'), { ...GPU, label });
  const labelled = async (run: Run): Promise<unknown[]> =>
    (await run.journal()).flatMap(({ type, details }) => (details['label'] ? [[type, details['label']]] : []));
  const short = await owner.start('one', 'short');
  await short.returnValue;
  await expect(labelled(short)).resolves.toEqual([['step_completed', 'short']]);
  const long = await owner.start('one', 'long');
  await owner.untilEvent(long, 'step_started');
  await expect(listSteps(long.runId)).resolves.toMatchObject({ steps: [{ status: 'running', label: 'long' }] });
  gate.resolve();
  await long.returnValue;
  await expect(labelled(long)).resolves.toEqual([['step_started', 'long']]);
});

it('are shared out when they would wait long for a place', async () => {
  const makers: string[] = [];
  const shared = Promise.withResolvers<void>();
  const { owner, world } = await openFleet(
    async (who) => {
      makers.push(who);
      if (who === 'taker') shared.resolve();
      await shared.promise;
      return who;
    },
    {},
    { WORKFLOW_CONCURRENCY: '2' },
  );
  const run = await owner.start('fan', 10);
  const results = (await run.returnValue) as string[];
  expect(results).toHaveLength(10);
  expect(makers).toHaveLength(10);
  expect(new Set(results)).toEqual(new Set(['owner', 'taker']));
  expect((await listSteps(run.runId)).steps.every(({ attempt }) => attempt === 1)).toBe(true);
  await expect(checkStore(world)).resolves.toEqual([]);
});

it('are retried by their policy, with the attempt, the detail of the last heartbeat and the error of each', async () => {
  const { owner, world } = await openFleet((who) => {
    const { attempt, heartbeat: last } = getStepMetadata();
    if (attempt === 3) return `${who} ${attempt} ${String(last)}`;
    heartbeat(`at ${attempt}`);
    if (attempt === 1) throw new Error('first');
    throw new RetryableError('second', { retryAfter: 1 });
  }, GPU);
  const run = await owner.start('one');
  await expect(run.returnValue).resolves.toBe('taker 3 at 2');
  const types = await typesOf(owner, run);
  expect(types.filter((type) => type === 'step_retrying')).toHaveLength(2);
  expect((await listSteps(run.runId)).steps).toMatchObject([{ attempt: 3, interruptions: 0, status: 'completed' }]);
  await expect(checkStore(world)).resolves.toEqual([]);
});

it('end with their time', async () => {
  const { owner } = await openFleet(
    async () => {
      const { signal } = getStepMetadata();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    { ...GPU, timeout: 30, maxRetries: 1 },
  );
  const run = await owner.start('caught');
  await expect(run.returnValue).resolves.toMatch(/took longer|time|30/);
  expect((await listSteps(run.runId)).steps).toMatchObject([{ attempt: 2, status: 'failed' }]);
});

it('write to streams and change attributes', async () => {
  const { owner, world } = await openFleet(async () => {
    const writer = getWritable().getWriter();
    await writer.write('one');
    setAttributes({ stage: 'writing' });
    void writer.write('two');
    if (getStepMetadata().attempt === 1) throw new Error('again');
    return 'done';
  }, GPU);
  const run = await owner.start('one');
  await expect(run.returnValue).resolves.toBe('done');
  const chunks: unknown[] = [];
  for await (const chunk of run.getReadable()) chunks.push(chunk);
  expect(chunks).toEqual(['one', 'two']);
  await expect(world.readRun(run.runId as RunId)).resolves.toMatchObject({ attributes: { stage: 'writing' } });
});

it('hear that their run was cancelled', async () => {
  const heard = Promise.withResolvers<unknown>();
  const { owner, world } = await openFleet(async () => {
    const { signal } = getStepMetadata();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    heard.resolve(signal.reason);
  }, GPU);
  const run = await owner.start('one');
  await untilOffer(world, run, true);
  await run.cancel({ reason: 'not needed' });
  await expect(heard.promise).resolves.toMatchObject({
    code: 'run_cancelled',
    message: expect.stringMatching('not needed'),
  });
  await owner.untilEvent(run, 'run_cancelled');
  await expect(world.listOffers(null)).resolves.toEqual([]);
});

it('follow signals of their workflow', async () => {
  const begun = Promise.withResolvers<void>();
  const { owner } = await openFleet(async (who, signal: AbortSignal) => {
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return `${who} ${signal.reason}`;
  }, GPU);
  const run = await owner.start('signalled');
  await begun.promise;
  await owner.world.deliverToHook('stop', '[1]', Date.now());
  await expect(run.returnValue).resolves.toBe('taker enough');
});

/** A step whose attempts end when they are told to. */
function createGates() {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (attempt: string): PromiseWithResolvers<void> => {
    const gate = gates.get(attempt) ?? Promise.withResolvers<void>();
    gates.set(attempt, gate);
    return gate;
  };
  onTestFinished(() => gates.forEach(({ resolve }) => resolve()));
  const begun: string[] = [];
  return {
    begun,
    finish: (attempt: string) => gateOf(attempt).resolve(),
    async work(who: string) {
      const attempt = `${who} ${getStepMetadata().attempt}`;
      begun.push(attempt);
      await gateOf(attempt).promise;
      return attempt;
    },
    async untilBegun(attempt: string) {
      while (!begun.includes(attempt)) await new Promise((resolve) => setTimeout(resolve, 2));
    },
  };
}

it('are made again when the worker that has them dies, and its late result does not count', async () => {
  const { work, begun, finish, untilBegun } = createGates();
  const { owner, world } = await openFleet(work, GPU);
  const run = await owner.start('one');
  await untilBegun('taker 1');
  const { takenBy } = await untilOffer(world, run, true);
  await world.leaveWorker(takenBy!);
  await world.joinWorker(takenBy!, Date.now() + 60_000);
  await untilBegun('taker 2');
  finish('taker 1');
  finish('taker 2');
  await expect(run.returnValue).resolves.toBe('taker 2');
  expect(begun).toEqual(['taker 1', 'taker 2']);
  expect((await listSteps(run.runId)).steps).toMatchObject([{ attempt: 2, interruptions: 1 }]);
  await expect(checkStore(world)).resolves.toEqual([]);
});

it('go on when the owner of their run dies', async () => {
  const { work, begun, finish, untilBegun } = createGates();
  const { owner, world } = await openFleet(work, GPU);
  const run = await owner.start('one');
  await untilBegun('taker 1');
  const { owner: ownerId, epoch } = (await world.readRun(run.runId as RunId))!;
  if (ownerId) await world.leaveWorker(ownerId);
  await world.wakeParked(Date.now());
  finish('taker 1');
  await expect(run.returnValue).resolves.toBe('taker 1');
  expect(begun).toEqual(['taker 1']);
  expect((await world.readRun(run.runId as RunId))!.epoch).toBeGreaterThan(epoch - 1);
  expect((await listSteps(run.runId)).steps).toMatchObject([{ attempt: 1, interruptions: 0 }]);
  await expect(checkStore(world)).resolves.toEqual([]);
});

it('wait for their kind of worker, and do not begin while their run is paused', async () => {
  const made: string[] = [];
  const steps = (who: string): Steps => ({ work: gpu(() => made.push(who)) });
  const owner = await createHarness({ workflows, steps: steps('owner') });
  const run = await owner.start('one');
  await untilOffer(owner.world, run, false);
  await run.pause();
  await owner.untilEvent(run, 'run_paused');
  await expect(owner.world.listOffers(null)).resolves.toEqual([]);
  await createHarness(
    { workflows, steps: steps('taker') },
    { world: withoutClose(owner.world), env: { WORKFLOW_WORKER_TAGS: 'gpu' } },
  );
  expect(made).toEqual([]);
  await run.resume();
  await expect(run.returnValue).resolves.toBe(1);
  expect(made).toEqual(['taker']);
});
