/** Results of attempts whose worker has lost the run meanwhile. */
import { expect, it, onTestFinished } from 'vitest';
import { listSteps } from '../../runtime/entries/api.ts';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { createWorld } from '../../runtime/world/open.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';
import { withoutClose } from './step-second-owner.ts';
import { VirtualClock } from './virtual-clock.ts';

const DAY_MS = 86_400_000;

/** Each attempt of the step `work` tells that it begins, and takes until it is told to finish. */
function createCode() {
  const begun: string[] = [];
  const finish = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (attempt: string): PromiseWithResolvers<void> => {
    const gate = finish.get(attempt) ?? Promise.withResolvers<void>();
    finish.set(attempt, gate);
    return gate;
  };
  onTestFinished(() => finish.forEach((gate) => gate.resolve()));
  const code: TestCode = {
    workflows: { main: async ({ step }, name: string) => await step('work')(name) },
    steps: {
      work: async (name: string) => {
        const attempt = `${name} ${getStepMetadata().attempt}`;
        begun.push(attempt);
        await gateOf(attempt).promise;
        return attempt;
      },
    },
  };
  const untilBegun = async (attempt: string): Promise<void> => {
    while (!begun.includes(attempt)) await new Promise((resolve) => setImmediate(resolve));
  };
  return { code, begun, untilBegun, finish: (attempt: string) => gateOf(attempt).resolve() };
}

async function setUp() {
  const made = createCode();
  const clock = new VirtualClock();
  const first = await createHarness(made.code, { clock, world: await createWorld({ kind: 'memory' }) });
  /** By its clock the lease of the first worker has ended. */
  const startHeir = (): Promise<Harness> =>
    createHarness(made.code, {
      world: withoutClose(first.world),
      clock: new VirtualClock(clock.now() + DAY_MS),
      env: { WORKFLOW_CONCURRENCY: '1' },
    });
  return { ...made, ...first, startHeir };
}

const noted = async ({ journal }: Harness, run: { runId: string }): Promise<string[]> =>
  (await journal(run)).filter(({ type }) => type.startsWith('step_')).map(({ type }) => type);

it('count while the next attempt waits for its place', async () => {
  const { start, startHeir, untilBegun, finish, begun, world } = await setUp();
  await start('main', 'long');
  const run = await start('main', 'late');
  await untilBegun('late 1');
  const heir = await startHeir();
  // It has the only place of the heir.
  await untilBegun('long 2');
  await heir.untilEvent(run, 'step_retrying');
  finish('late 1');
  await expect(run.returnValue).resolves.toBe('late 1');
  expect(begun).not.toContain('late 2');
  expect((await listSteps(run.runId)).steps).toMatchObject([{ attempt: 1, interruptions: 0 }]);
  finish('long 1');
  finish('long 2');
  await expect(checkStore(world)).resolves.toEqual([]);
});

it('count when nobody has taken the run yet, and no interruption is noted', async () => {
  const { start, startHeir, untilBegun, finish, begun, world } = await setUp();
  const run = await start('main', 'late');
  await untilBegun('late 1');
  await world.releaseDead(Date.UTC(2031, 0, 1));
  finish('late 1');
  while ((await world.readInbox(run.runId as RunId)).length === 0)
    await new Promise((resolve) => setImmediate(resolve));
  const heir = await startHeir();
  await expect(run.returnValue).resolves.toBe('late 1');
  expect(begun).toEqual(['late 1']);
  expect(await noted(heir, run)).toEqual(['step_created', 'step_completed']);
});

it('count for nothing once the next attempt has begun', async () => {
  const { start, startHeir, untilBegun, finish, world } = await setUp();
  const run = await start('main', 'late');
  await untilBegun('late 1');
  const heir = await startHeir();
  await untilBegun('late 2');
  finish('late 1');
  while ((await world.readRun(run.runId as RunId))!.inboxTaken === 0)
    await new Promise((resolve) => setImmediate(resolve));
  expect(await noted(heir, run)).not.toContain('step_completed');
  finish('late 2');
  await expect(run.returnValue).resolves.toBe('late 2');
});
