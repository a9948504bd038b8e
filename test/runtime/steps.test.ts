import { describe, expect, it } from 'vitest';
import { WorkflowRunFailedError } from '../../runtime/entries/errors.ts';
import { FatalError, getStepMetadata, getWorkflowMetadata, RetryableError } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

const isType = (type: string) => (event: { type: string }) => event.type === type;

describe('steps', () => {
  it('gives the result of each step to the next one', async () => {
    const { start, journal } = await createHarness({
      workflows: {
        main: async ({ step }, count: number) => {
          let value = 0;
          for (let i = 0; i < count; i++) value = await step('increment')(value);
          return value;
        },
      },
      steps: { increment: (value: number) => value + 1 },
    });
    const run = await start('main', 5);
    await expect(run.returnValue).resolves.toBe(5);
    expect((await journal(run)).map((event) => event.type)).toEqual([
      'run_created',
      'run_started',
      ...Array.from({ length: 5 }, () => ['step_created', 'step_completed']).flat(),
      'run_completed',
    ]);
  });

  it('runs parallel steps at the same time', async () => {
    let running = 0;
    let most = 0;
    const everybodyIsHere = Promise.withResolvers<void>();
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await Promise.all([1, 2, 3].map((n) => step('meet')(n))) },
      steps: {
        meet: async (n: number) => {
          most = Math.max(most, ++running);
          if (running === 3) everybodyIsHere.resolve();
          await everybodyIsHere.promise;
          return n * 10;
        },
      },
    });
    await expect((await start('main')).returnValue).resolves.toEqual([10, 20, 30]);
    expect(most).toBe(3);
  });

  it('retries a thrown error three times by default, at once', async () => {
    let attempts = 0;
    const { start, journal } = await createHarness({
      workflows: { main: async ({ step }) => await step('flaky')() },
      steps: {
        flaky: () => {
          attempts += 1;
          if (attempts < 4) throw new Error(`attempt ${attempts}`);
          return attempts;
        },
      },
    });
    const run = await start('main');
    await expect(run.returnValue).resolves.toBe(4);
    expect((await journal(run)).filter(isType('step_retrying'))).toHaveLength(3);
  });

  it('rejects the call with the last error when the retries are used up, and the workflow can go on', async () => {
    let attempts = 0;
    const broken = Object.assign(
      () => {
        attempts += 1;
        throw new RangeError(`out of range ${attempts}`);
      },
      { maxRetries: 1 },
    );
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          try {
            await step('broken')();
          } catch (error) {
            return [error instanceof RangeError, (error as Error).message];
          }
        },
      },
      steps: { broken },
    });
    await expect((await start('main')).returnValue).resolves.toEqual([true, 'out of range 2']);
    expect(attempts).toBe(2);
  });

  it('reads maxRetries off the function at the call in the workflow', async () => {
    let attempts = 0;
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const once = step('broken');
          once.maxRetries = 0;
          return await once().catch((error: Error) => error.message);
        },
      },
      steps: {
        broken: () => {
          attempts += 1;
          throw new Error('no');
        },
      },
    });
    await expect((await start('main')).returnValue).resolves.toBe('no');
    expect(attempts).toBe(1);
  });

  it('never retries a FatalError, which the workflow sees as one', async () => {
    let attempts = 0;
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, FatalError }) =>
          await step('fatal')().catch((error: unknown) => [error instanceof FatalError, FatalError.is(error)]),
      },
      steps: {
        fatal: () => {
          attempts += 1;
          throw new FatalError('declined');
        },
      },
    });
    await expect((await start('main')).returnValue).resolves.toEqual([true, true]);
    expect(attempts).toBe(1);
  });

  it('waits with a retry until the time that a RetryableError names, to the millisecond', async () => {
    const clock = new VirtualClock();
    const attempts: number[] = [];
    const { start, untilEvent } = await createHarness(
      {
        workflows: { main: async ({ step }) => await step('later')() },
        steps: {
          later: () => {
            attempts.push(clock.now());
            if (attempts.length === 1) throw new RetryableError('busy', { retryAfter: new Date(clock.now() + 90_000) });
            return 'done';
          },
        },
      },
      { clock },
    );
    const begin = clock.now();
    const run = await start('main');
    await untilEvent(run, 'step_retrying');
    clock.advance(89_999);
    expect(attempts).toHaveLength(1);
    clock.advance(1);
    await expect(run.returnValue).resolves.toBe('done');
    expect(attempts).toEqual([begin, begin + 90_000]);
  });

  it('treats a returned error as a value', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => (await step('check')()) instanceof TypeError },
      steps: { check: () => new TypeError('a finding') },
    });
    await expect((await start('main')).returnValue).resolves.toBe(true);
  });

  it('fails the call without retries when a result cannot be stored, and names the path', async () => {
    let attempts = 0;
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('socket')() },
      steps: {
        socket: () => {
          attempts += 1;
          return { user: { write: () => {} } };
        },
      },
    });
    const error = await (await start('main')).returnValue.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WorkflowRunFailedError);
    expect((error as Error).message).toContain('result.user.write');
    expect(attempts).toBe(1);
  });

  it('throws at the call when an argument cannot be stored, and asks for no step', async () => {
    const { start, journal } = await createHarness({
      workflows: {
        main: async ({ step }) => await step('noop')({ list: [1, () => {}] }).catch((error: Error) => error.message),
      },
      steps: { noop: () => {} },
    });
    const run = await start('main');
    await expect(run.returnValue).resolves.toContain('args[0].list[1]');
    expect((await journal(run)).filter(isType('step_created'))).toEqual([]);
  });

  it('tells a step its id, attempt and run', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, getWorkflowMetadata }) => [await step('describe')(), getWorkflowMetadata()],
      },
      steps: {
        describe: () => {
          const { stepName, stepId, attempt, stepStartedAt } = getStepMetadata();
          if (attempt === 1) throw new Error('again');
          return { stepName, stepId, attempt, isDate: stepStartedAt instanceof Date, workflow: getWorkflowMetadata() };
        },
      },
    });
    const run = await start('main');
    const [step, workflow] = await run.returnValue;
    expect(step).toMatchObject({
      stepName: 'step//./test//describe',
      stepId: `step_${run.runId.slice('wrun_'.length)}_0`,
      attempt: 2,
      isDate: true,
    });
    expect(step.workflow).toEqual(workflow);
    expect(workflow).toMatchObject({ workflowName: 'workflow//./test//main', workflowRunId: run.runId });
  });

  it('can be passed to steps, called there, and come back to the workflow', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const [sum, again] = await step('apply')(step('double'), 4);
          return [sum, await again(50)];
        },
      },
      steps: {
        double: (n: number) => n * 2,
        apply: async (fn: (n: number) => number, n: number) => [fn(n) + 1, fn],
      },
    });
    await expect((await start('main')).returnValue).resolves.toEqual([9, 100]);
  });

  it('executes a step that nobody awaited before the workflow returned', async () => {
    const executed = Promise.withResolvers<string>();
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          void step('log')('bye');
          return 'returned';
        },
      },
      steps: { log: (text: string) => executed.resolve(text) },
    });
    await expect((await start('main')).returnValue).resolves.toBe('returned');
    await expect(executed.promise).resolves.toBe('bye');
  });

  it('raises no unhandled rejection for a rejected step that is awaited late', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, FatalError }) => {
          const early = step('fail')();
          await step('slow')();
          return await early.catch((error: unknown) => FatalError.is(error));
        },
      },
      steps: {
        fail: () => {
          throw new FatalError('early');
        },
        slow: () => new Promise((resolve) => setTimeout(resolve, 30)),
      },
    });
    await expect((await start('main')).returnValue).resolves.toBe(true);
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });
});
