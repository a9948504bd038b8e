/** Step functions as values: passed to and from steps and workflows, with `bind`, `this` and what they captured. */
import { expect, it } from 'vitest';
import { markStepFunction } from '../../runtime/host-values/step-values.ts';
import { start as startRun } from '../../runtime/entries/api.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { useClosure } from './closure-steps.ts';
import { createHarness } from './harness.ts';

const stepIdOf = (name: string): string => `step//./test//${name}`;

/** A step of the tests that tells its `this` and its arguments. */
function tell(this: unknown, ...args: unknown[]): unknown[] {
  return [this, ...args];
}

const call = async (fn: (...args: unknown[]) => unknown, ...args: unknown[]): Promise<unknown> => await fn(...args);
const give = (value: unknown): unknown => value;

it('a step that the workflow bound keeps its arguments and its this in the step that gets it, and on the way back', async () => {
  const { start, journal } = await createHarness({
    workflows: {
      main: async ({ step, stepProxy }: any) => {
        const tell = stepProxy('step//./test//tell', undefined, undefined, true);
        const bound = tell.bind({ shop: 1 }, 'a').bind({ shop: 2 }, 'b');
        const back = await step('give')({ bound });
        return [await bound('c'), await step('call')(bound, 'd'), await back.bound('e')];
      },
    },
    steps: { tell, call, give },
  });
  const run = await start('main');
  await expect(run.returnValue).resolves.toEqual([
    [{ shop: 1 }, 'a', 'b', 'c'],
    [{ shop: 1 }, 'a', 'b', 'd'],
    [{ shop: 1 }, 'a', 'b', 'e'],
  ]);
  const called = (await journal(run)).filter((event) => event.type === 'step_created').map(({ name }) => name);
  expect(called).toEqual(['give', 'tell', 'call', 'tell'].map(stepIdOf));
});

it('a step that a step bound is in the workflow a step with that this and these arguments', async () => {
  const own = markStepFunction({ stepId: stepIdOf('tell') }, tell.bind(undefined));
  const { start, journal } = await createHarness({
    workflows: {
      main: async ({ step }) => {
        const bound = await step('make')();
        return [await bound('b'), await step('call')(bound.bind(null, 'c'), 'd')];
      },
    },
    steps: { tell, call, make: () => own.bind({ from: 'step' } as never, 'a') },
  });
  const run = await start('main');
  await expect(run.returnValue).resolves.toEqual([
    [{ from: 'step' }, 'a', 'b'],
    [{ from: 'step' }, 'a', 'c', 'd'],
  ]);
  expect((await journal(run)).filter(({ type }) => type === 'step_completed')).toHaveLength(3);
});

it('a method keeps taking its this by value after it was passed through a step', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ step, stepProxy }: any) => {
        const method = stepProxy('step//./test//tell', undefined, undefined, true);
        const { tell } = await step('give')({ tell: method });
        return await tell.call({ name: 'job' }, 1);
      },
    },
    steps: { tell, give },
  });
  await expect((await start('main')).returnValue).resolves.toEqual([{ name: 'job' }, 1]);
});

it('a step with captured values can be called by a step, comes back, and can be given to another run', async () => {
  const harness = await createHarness({
    workflows: {
      main: async ({ step, stepProxy }: any) => {
        let rate = 2;
        const times = stepProxy('step//./test//times', () => ({ rate }));
        const results = [await times(1), await step('call')(times, 2)];
        const back = await step('give')(times);
        rate = 10;
        return [...results, await back(3), await times(3), await step('inOtherRun')(times)];
      },
      other: async (_, times: (n: number) => Promise<number>) => await times(4),
    },
    steps: {
      call,
      give,
      inOtherRun: async (times: unknown) =>
        await (
          await startRun({ workflowId: workflowIdOf('other') }, [times] as never)
        ).returnValue,
    },
  });
  await useClosure(
    harness,
    'times',
    ({ rate }) =>
      (n: number) =>
        n * rate,
  );
  await expect((await harness.start('main')).returnValue).resolves.toEqual([2, 4, 6, 30, 40]);
});

it('a step that a step made of its own values is a step of the workflow that gets it', async () => {
  const createGreeter = (greeting: string) =>
    markStepFunction(
      {
        stepId: stepIdOf('greet'),
        get captured() {
          return { greeting };
        },
      },
      async (name: string) => `${greeting} ${name}`,
    );
  const harness = await createHarness({
    workflows: { main: async ({ step }) => await (await step('make')('Good morning'))('Ada') },
    steps: { make: createGreeter },
  });
  await useClosure(
    harness,
    'greet',
    ({ greeting }) =>
      async (name: string) =>
        `${greeting}, ${name}!`,
  );
  await expect((await harness.start('main')).returnValue).resolves.toBe('Good morning, Ada!');
});

it('a bound step is retried as often as the step that it was made of', async () => {
  let attempts = 0;
  const { start } = await createHarness({
    workflows: {
      main: async ({ step }) => {
        const flaky = step('flaky');
        flaky.maxRetries = 1;
        await flaky.bind(null, 'x')();
      },
    },
    steps: {
      flaky() {
        attempts += 1;
        throw new Error('down');
      },
    },
  });
  await expect((await start('main')).returnValue).rejects.toMatchObject({ cause: { message: 'down' } });
  expect(attempts).toBe(2);
});

it('what is bound to a step is refused with its place when it cannot be carried', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ step, stepProxy }: any) => {
        const explain = (error: Error) => error.message;
        const nested = stepProxy('step//./test//give', () => ({ db: { socket: () => {} } }));
        const method = stepProxy('step//./test//give', undefined, undefined, true);
        return [
          await step('give')
            .bind(null, { user: { socket: () => {} } })(1)
            .catch(explain),
          await nested(1).catch(explain),
          await nested.bind(null, 1)().catch(explain),
          await method.call({ db: [Symbol('x')] }).catch(explain),
          await step('give')([{ nested }]).catch(explain),
        ];
      },
    },
    steps: { give },
  });
  await expect((await start('main')).returnValue).resolves.toEqual([
    expect.stringMatching(/^args\[0\]\.user\.socket is a function/),
    expect.stringMatching(/^captured\.db\.socket is a function/),
    expect.stringMatching(/^captured\.db\.socket is a function/),
    expect.stringMatching(/^this\.db\[0\] is the symbol/),
    expect.stringMatching(/^args\[0\]\[0\]\.nested\.captured\.db\.socket is a function/),
  ]);
});

it('a step function that reached the application says that it needs a step to be called', async () => {
  const { start } = await createHarness({
    workflows: { main: async ({ step }) => step('give') },
    steps: { give },
  });
  const fn = (await (await start('main')).returnValue) as () => unknown;
  expect(() => fn()).toThrow(/give\(\) was called outside a step.*context_not_in_step/);
});
