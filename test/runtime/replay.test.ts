/** `run.replay()`: the journal against the present code of the process, read-only. */
import { describe, expect, it, vi } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import { fromText, type TestCode } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';

type Workflow = TestCode['workflows'][string];

const before: Workflow = async ({ step, sleep, createHook }) => {
  await step('first')();
  await sleep(0);
  await step('second')();
  return await createHook({ token: 'waits' });
};

/** A run of `before` that waits for its hook. */
async function startBefore(options: Parameters<typeof createHarness>[1] = {}): Promise<{
  harness: Harness;
  run: Awaited<ReturnType<Harness['start']>>;
  deploy(main: Workflow): Promise<void>;
}> {
  const steps = { first: () => 1, second: () => 2, third: vi.fn() };
  const harness = await createHarness({ workflows: { main: before }, steps }, options);
  const run = await harness.start('main');
  await harness.untilEvent(run, 'hook_created');
  return { harness, run, deploy: (main) => harness.deploy({ workflows: { main }, steps }) };
}

describe('run.replay()', () => {
  it('says that the code of the run itself fits, and which build that is', async () => {
    const { run } = await startBefore();
    expect(await run.replay()).toEqual({ fits: true, buildId: (await run.summary()).buildId });
  });

  it('says that code fits which asks for the same, and changes nothing', async () => {
    const { run, harness, deploy } = await startBefore();
    const journal = await harness.journal(run);
    const { seq, epoch } = (await harness.world.readRun(run.runId as RunId))!;
    await deploy(async ({ step, sleep, createHook, globals }) => {
      globals.console.log('never printed');
      await step('first')();
      await sleep(0);
      await step('second')();
      await createHook({ token: 'waits' });
      await step('third')();
    });
    const print = vi.spyOn(console, 'log');
    const outcome = await run.replay();
    expect(outcome).toEqual({ fits: true, buildId: expect.any(String) });
    expect(outcome).not.toMatchObject({ buildId: (await run.summary()).buildId });
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
    expect(await harness.journal(run)).toEqual(journal);
    expect(await harness.world.readRun(run.runId as RunId)).toMatchObject({ seq, epoch, status: 'running' });
  });

  it('names the event from which on the code does something else', async () => {
    const { run, harness, deploy } = await startBefore();
    await deploy(async ({ step, sleep }) => {
      await step('first')();
      await sleep(0);
      await step('third')();
    });
    const second = (await harness.journal(run)).findLast(({ type }) => type === 'step_created');
    expect(await run.replay()).toEqual({
      fits: false,
      code: 'run_diverged',
      message: expect.stringMatching(/has a call of the step ".*second", the code asked for .*third"/),
      seq: second!.seq,
      at: null,
    });
  });

  it('says that the workflow is missing', async () => {
    const { run, harness } = await startBefore();
    await harness.deploy({ workflows: {} });
    expect(await run.replay()).toMatchObject({ fits: false, code: 'workflow_code_missing', seq: null, at: null });
  });

  it('stops code that does not end', async () => {
    const { run, deploy } = await startBefore({ env: { WORKFLOW_TURN_LIMIT_MS: '200' } });
    await deploy(fromText('async ({ step }) => { await step("first")(); for (;;); }'));
    expect(await run.replay()).toMatchObject({ fits: false, code: 'run_replay_stuck', at: null });
  });

  it('stops code that never leaves its microtasks', async () => {
    const { run, deploy } = await startBefore({ env: { WORKFLOW_TURN_LIMIT_MS: '200' } });
    await deploy(fromText('async ({ step }) => { await step("first")(); for (;;) await null; }'));
    expect(await run.replay()).toMatchObject({ fits: false, code: 'run_replay_stuck' });
  });

  it.each<[string, Workflow]>([
    ['completed', async ({ step }) => await step('first')()],
    [
      'failed',
      async ({ step }) => {
        await step('first')();
        throw new Error('declined');
      },
    ],
  ])('fits a run that has %s', async (_, main) => {
    const harness = await createHarness({ workflows: { main }, steps: { first: () => 1 } });
    const run = await harness.start('main');
    await run.returnValue.catch(() => {});
    expect(await run.replay()).toMatchObject({ fits: true });
  });

  it('fits a run that was ended while its code waited', async () => {
    const harness = await createHarness(
      { workflows: { main: async () => await new Promise(() => {}) } },
      { env: { WORKFLOW_CANCEL_GRACE_MS: '1' } },
    );
    const run = await harness.start('main');
    await run.cancel();
    await run.returnValue.catch(() => {});
    expect(await run.replay()).toMatchObject({ fits: true });
  });

  it('fits the last part of a run that has begun anew', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ step, continueAs }, n: number) => {
          await step('first')();
          if (n > 0) await continueAs([n - 1]);
        },
      },
      steps: { first: () => 1 },
    });
    const run = await harness.start('main', 3);
    await run.returnValue;
    expect(await run.replay()).toMatchObject({ fits: true });
  });

  it('replays a journal that is longer than the memory for it, page by page', async () => {
    const text = 'x'.repeat(100_000);
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ step, createHook }, value: string) => {
            for (let n = 0; n < 30; n++) await step('echo')(value);
            await createHook({ token: 'long' });
          },
        },
        steps: { echo: (value: string) => value },
      },
      { env: { WORKFLOW_MEMORY_MB: '1' } },
    );
    const run = await harness.start('main', text);
    await harness.untilEvent(run, 'hook_created');
    expect(await run.replay()).toMatchObject({ fits: true });
    expect(await run.waitingFor()).toMatchObject([{ kind: 'hook', token: 'long' }]);
  });
});
