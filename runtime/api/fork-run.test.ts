import { describe, expect, it } from 'vitest';
import type { TestCode } from '../../test/runtime/build-from-functions.ts';
import { createHarness } from '../../test/runtime/harness.ts';
import { toStepId, type RunId } from '../contract/ids.ts';

type Main = TestCode['workflows'][string];

const steps = { work: (name: string) => name.toUpperCase(), other: (name: string) => `other ${name}` };

/** Its journal: created, started, then two events for each step. The answers are events 4 and 6. */
const twoSteps: Main = async ({ step }) => [await step('work')('a'), await step('work')('b')];

/** A run of the first code that has ended, with the second deployed. */
async function runAndDeploy(before: Main, after: Main) {
  const harness = await createHarness({ workflows: { main: before }, steps, version: '1' });
  const run = await harness.start('main');
  await run.returnValue;
  await harness.deploy({ workflows: { main: after }, steps, version: '2' });
  return run;
}

describe('a fork onto newer code', () => {
  it.each<[what: string, after: Main, seq: number]>([
    ['asks for another step first', async ({ step }) => await step('other')('a'), 4],
    ['sleeps where it had a step', async ({ step, sleep }) => [await step('work')('a'), await sleep('1h')], 6],
    ['ends too early', async ({ step }) => await step('work')('a'), 6],
  ])('says which event of the history has no place any more when that code %s', async (_what, after, seq) => {
    const run = await runAndDeploy(twoSteps, after);
    await expect(run.fork({ build: 'newest' })).rejects.toMatchObject({
      code: 'fork_diverged',
      message: expect.stringContaining(`event ${seq} of the run`),
    });
  });

  it('needs no more of the history to fit than what is kept', async () => {
    const run = await runAndDeploy(twoSteps, async ({ step }) => [await step('work')('a'), await step('other')('b')]);
    const fork = await run.fork({ build: 'newest', fromStep: toStepId(run.runId as RunId, 1) });
    await expect(fork.returnValue).resolves.toEqual(['A', 'other b']);
  });

  it('keeps what still fits when a result is edited', async () => {
    const run = await runAndDeploy(twoSteps, async ({ step }) => [await step('work')('a'), await step('other')('b')]);
    const results = { [toStepId(run.runId as RunId, 0)]: 'edited' };
    const fork = await run.fork({ build: 'newest', results });
    await expect(fork.returnValue).resolves.toEqual(['edited', 'other b']);
  });

  it('may end before the cancel that ended the run', async () => {
    const waits: Main = async ({ step, createHook }) => [await step('work')('a'), await createHook()];
    const harness = await createHarness({ workflows: { main: waits }, steps, version: '1' });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await run.cancel();
    await expect(run.returnValue).rejects.toThrow();
    await harness.deploy({ workflows: { main: async ({ step }) => await step('work')('a') }, steps, version: '2' });
    await expect((await run.fork({ build: 'newest' })).returnValue).resolves.toBe('A');
  });
});
