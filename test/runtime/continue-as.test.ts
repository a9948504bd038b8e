import { describe, expect, it } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import { createHarness, type Harness } from './harness.ts';

const record = async ({ world }: Harness, { runId }: { runId: string }) => (await world.readRun(runId as RunId))!;

describe('continueAs()', () => {
  it('goes on as the same run with other arguments, and replays only what came since', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ step, continueAs }, round: number, ids: string[]) => {
          ids.push(await step('work')());
          return round === 3 ? ids : await continueAs([round + 1, ids]);
        },
      },
      steps: {
        async work() {
          const { getStepMetadata } = await import('../../runtime/steps/step-functions.ts');
          return getStepMetadata().stepId;
        },
      },
    });
    const run = await harness.start('main', 1, []);
    const ids = (await run.returnValue) as string[];
    expect(new Set(ids).size).toBe(3);
    const journal = await harness.journal(run);
    expect(journal.map(({ type }) => type)).toEqual([
      'run_created',
      'run_continued',
      'step_created',
      'step_completed',
      'run_completed',
    ]);
    expect((await record(harness, run)).baseSeq).toBe(journal[1]!.seq);
  });

  it('gives each part of the run randomness of its own, so that no id comes twice', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ continueAs }, seen: unknown[]) => {
          seen.push(crypto.randomUUID(), Math.random());
          return seen.length === 6 ? seen : await continueAs([seen]);
        },
      },
    });
    const run = await harness.start('main', []);
    expect(new Set((await run.returnValue) as unknown[]).size).toBe(6);
  });

  it('keeps hooks open and loses no payload, before, between and after', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ createHook, continueAs, step }, got: number[]) => {
          const hook = createHook<number>({ token: 'in' });
          if (got.length > 0) await step('pause')();
          got.push(await hook);
          return got.length === 4 ? got : await continueAs([got]);
        },
      },
      steps: { pause: () => {} },
    });
    const run = await harness.start('main', []);
    await harness.untilEvent(run, 'hook_created');
    for (const n of [1, 2, 3, 4]) await harness.world.deliverToHook('in', `[${n}]`, Date.now());
    await expect(run.returnValue).resolves.toEqual([1, 2, 3, 4]);
    expect((await harness.journal(run)).filter(({ type }) => type === 'hook_created')).toEqual([]);
  });

  it('keeps a hook for one payload open, also when the payload is there and nobody has looked at it', async () => {
    const gate = Promise.withResolvers<void>();
    const harness = await createHarness({
      workflows: {
        main: async ({ createHook, continueAs, step }, isAgain: boolean) => {
          const hook = createHook<string>({ token: 'question', once: true });
          if (isAgain) return [await hook, await hook.then(null, ({ code }) => code)];
          await step('wait')();
          return await continueAs([true]);
        },
      },
      steps: { wait: () => gate.promise },
    });
    const run = await harness.start('main', false);
    await harness.untilEvent(run, 'hook_created');
    await harness.world.deliverToHook('question', '["yes"]', Date.now());
    await harness.untilEvent(run, 'hook_received');
    gate.resolve();
    await expect(run.returnValue).resolves.toEqual(['yes', 'hook_disposed']);
  });

  it('keeps a hook open over several continuations of one turn', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ createHook, continueAs, step }, round: number) => {
          const hook = createHook<string>({ token: 'kept' });
          if (round < 3) return await continueAs([round + 1]);
          await step('note')();
          return [round, await hook];
        },
      },
      steps: { note: () => null },
    });
    const run = await harness.start('main', 0);
    await harness.untilEvent(run, 'step_completed');
    await harness.world.deliverToHook('kept', '["yes"]', Date.now());
    await expect(run.returnValue).resolves.toEqual([3, 'yes']);
  });

  it('stays paused, and so does the run that a next owner takes over', async () => {
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ createHook, continueAs, step }, round: number) => {
            await createHook({ token: `go-${round}` });
            return round === 2 ? await step('work')() : await continueAs([round + 1]);
          },
        },
        steps: { work: () => 'done' },
      },
      { env: { WORKFLOW_LIVE_RUNS: '0' } },
    );
    const run = await harness.start('main', 1);
    await harness.untilEvent(run, 'hook_created');
    await run.pause();
    await harness.untilEvent(run, 'run_paused');
    await harness.world.deliverToHook('go-1', '[1]', Date.now());
    await harness.until(run, (events) => events.at(-1)!.type === 'hook_created' && events.at(-1)!.seq > 4);
    await harness.world.deliverToHook('go-2', '[1]', Date.now());
    await harness.untilEvent(run, 'step_created');
    await run.resume();
    await expect(run.returnValue).resolves.toBe('done');
    const types = (await harness.journal(run)).map(({ type }) => type);
    expect(types.indexOf('run_resumed')).toBeLessThan(types.indexOf('step_completed'));
  });

  it('takes the newest code', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ createHook, continueAs }) => {
          await createHook({ token: 'go' });
          return await continueAs(['again']);
        },
      },
      version: '1',
    });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await harness.deploy({ workflows: { main: async (_toolbox, arg: string) => `new ${arg}` }, version: '2' });
    await harness.world.deliverToHook('go', '[1]', Date.now());
    await expect(run.returnValue).resolves.toBe('new again');
  });

  it('goes on for ever with a journal that stays short to replay', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ sleep, continueAs }, round: number) => {
          await sleep(0);
          return round === 200 ? round : await continueAs([round + 1]);
        },
      },
    });
    const run = await harness.start('main', 0);
    await expect(run.returnValue).resolves.toBe(200);
    const { seq, baseSeq } = await record(harness, run);
    expect(seq - baseSeq).toBe(3);
  });

  it('is refused for arguments that are no array', async () => {
    const harness = await createHarness({
      workflows: { main: async ({ continueAs }) => await continueAs('x' as never) },
    });
    const run = await harness.start('main');
    await expect(run.returnValue).rejects.toMatchObject({ cause: { code: 'continue_arguments_not_array' } });
  });
});
