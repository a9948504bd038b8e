/** The log of steps and runs that fail, as developers and operators read it. */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FatalError, RetryableError } from '../../runtime/entries/workflow.ts';
import { type TestCode, workflowIdOf } from './build-from-functions.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';

const LINE = { env: { WORKFLOW_LOG: 'line' } };
const JSON_LINES = { env: { WORKFLOW_LOG: 'json' } };

/** A runtime, and what its log says. */
async function createLoggedHarness(
  code: TestCode,
  options?: HarnessOptions,
): Promise<Harness & { log(): string[]; failures(): string[] }> {
  const lines: string[] = [];
  const levels = ['debug', 'info', 'warn', 'error'] as const;
  const spies = levels.map((level) =>
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(stripVTControlCharacters(String(line)))),
  );
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  const harness = await createHarness(code, options);
  const log = (): string[] => lines.filter((line) => /workflow/.test(line));
  return { ...harness, log, failures: () => log().filter((line) => /Workflow "|run_failed/.test(line)) };
}

const declined = (): never => {
  throw Object.assign(new RangeError('card declined', { cause: new TypeError('no funds') }), { code: 'declined' });
};
/** A workflow. */
const order = async (): Promise<never> => {
  throw Object.assign(new RangeError('card declined'), { code: 'declined' });
};
const failing = Object.assign(() => Promise.reject(new SyntaxError('never works')), { maxRetries: 0 });

describe('in development', () => {
  it('each failed attempt is told with its number, the stack, the causes, and when it is tried again', async () => {
    const charge = Object.assign(declined, { maxRetries: 1 });
    const { start, log } = await createLoggedHarness({
      workflows: { order: async ({ step }) => await step('charge')() },
      steps: { charge },
    });
    const run = await start('order');
    await expect(run.returnValue).rejects.toThrow();
    const [first, second, end, ...others] = log();
    const stack =
      'RangeError: card declined\n +at declined \\(.*failure-log.test.ts:\\d+:\\d+\\)[^]*Caused by: TypeError: no funds';
    expect(first).toMatch(
      new RegExp(
        `^\\[workflow\\] Step "charge" failed, attempt 1 of 2: it is tried again at once. order ${run.runId}\n +${stack}`,
      ),
    );
    expect(second).toMatch(new RegExp(`attempt 2 of 2: the workflow gets the error. order ${run.runId}\n +${stack}`));
    expect(end).toBe(
      `[workflow] Workflow "order" failed. ${run.runId}\n  RangeError: card declined (from the step "charge")`,
    );
    expect(others).toEqual([]);
  });

  it('a RetryableError whose time is none is told with the value, its own message, and the delay that counts', async () => {
    const header: string = 'Wed, 21 Oct 2026 07:28:00 GMT';
    const refuse = (): never => {
      throw new RetryableError('429: too many requests', { retryAfter: header });
    };
    const { start, log, untilEvent } = await createLoggedHarness({
      workflows: { order: async ({ step }) => await step('refuse')() },
      steps: { refuse },
    });
    await untilEvent(await start('order'), 'step_retrying');
    const [first] = log();
    expect(first).toMatch(/^\[workflow\] Step "refuse" failed, attempt 1 of 4: it is tried again in 1 s\. .*\n/);
    expect(first).toContain(`\n  Its retryAfter does not count: "${header}" is not a duration.`);
    expect(first).toContain('\n  RetryableError: 429: too many requests\n');
  });

  it.each([
    ['in 5 s', 5_000],
    ['in 3 min', 180_000],
    ['in 2 h', 7_200_000],
    ['in 4 d', 4 * 86_400_000],
  ])('a delay is told in words: %s', async (words, delayMs) => {
    const { start, log, untilEvent } = await createLoggedHarness({
      workflows: { order: async ({ step }) => await step('charge')() },
      steps: {
        charge: () => {
          throw new RetryableError('later', { retryAfter: delayMs });
        },
      },
    });
    await untilEvent(await start('order'), 'step_retrying');
    expect(log()[0]).toContain(`attempt 1 of 4: it is tried again ${words}.`);
  });

  it('the attempts between the first and the last one leave the stack out', async () => {
    const { start, log } = await createLoggedHarness({
      workflows: { order: async ({ step }) => await step('charge')() },
      steps: { charge: Object.assign(declined, { maxRetries: 2 }) },
    });
    await expect((await start('order')).returnValue).rejects.toThrow();
    expect(log()[1]).toMatch(/attempt 2 of 3[^\n]*\n {2}RangeError: card declined \(test\/.*:\d+:\d+\)$/);
    expect(log()[2]).toMatch(/attempt 3 of 3[^]*at declined [^]*Caused by/);
  });

  it('a step that is not tried again says so at its first attempt', async () => {
    const { start, log } = await createLoggedHarness({
      workflows: { order: async ({ step }) => await step('charge')() },
      steps: {
        charge: () => {
          throw new FatalError('closed');
        },
      },
    });
    await expect((await start('order')).returnValue).rejects.toThrow();
    expect(log()[0]).toContain('Step "charge" failed, attempt 1 of 4: the workflow gets the error.');
  });

  it('a step that its run tells to stop has not failed', async () => {
    const { start, log, untilEvent } = await createLoggedHarness({
      workflows: { order: async ({ step }) => await step('waits')() },
      steps: {
        async waits() {
          const { getStepMetadata } = await import('../../runtime/entries/workflow.ts');
          const { signal } = getStepMetadata();
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
        },
      },
    });
    const run = await start('order');
    await untilEvent(run, 'step_started');
    await run.cancel();
    await expect(run.returnValue).rejects.toThrow();
    expect(log()).toEqual([]);
  });
});

describe('in production', () => {
  it('a failure is one line, with all that is known of the error', async () => {
    const { start, log } = await createLoggedHarness({ workflows: { order } }, LINE);
    const run = await start('order');
    await expect(run.returnValue).rejects.toThrow();
    const name = workflowIdOf('order');
    expect(log()).toHaveLength(1);
    expect(log()[0]).toContain(
      `[workflow] run_failed runId=${run.runId} workflowName=${name} stepName=null error.name="RangeError" ` +
        'error.message="card declined" error.code="declined"',
    );
    expect(log()[0]).not.toContain('\n');
  });

  it('where no terminal is, each message is one JSON object', async () => {
    const { start, log } = await createLoggedHarness(
      {
        workflows: { order: async ({ step }) => await step('charge')('4242') },
        steps: { charge: Object.assign(declined, { maxRetries: 0 }) },
      },
      JSON_LINES,
    );
    const run = await start('order');
    await expect(run.returnValue).rejects.toThrow();
    const [step, end] = log().map((line) => JSON.parse(line) as object);
    const error = {
      name: 'RangeError',
      message: 'card declined',
      code: 'declined',
      at: expect.stringMatching(/^test\/runtime\/failure-log.test.ts:\d+:\d+$/) as string,
      stack: expect.stringContaining('Caused by: TypeError: no funds') as string,
    };
    const facts = { time: expect.any(String) as string, level: 'error', runId: run.runId, error };
    expect(step).toMatchObject({ ...facts, event: 'step_failed', attempt: 1, attempts: 1, retryAt: null });
    expect(end).toMatchObject({ ...facts, event: 'run_failed', stepName: 'step//./test//charge' });
    expect(log().join()).not.toContain('4242');
  });

  it('WORKFLOW_LOG_MESSAGES=0 leaves out what errors say, and keeps their places', async () => {
    const { start, log } = await createLoggedHarness(
      {
        workflows: {
          order: async ({ step }) => {
            await step('charge')().catch(() => {});
            throw Object.assign(new Error('card 4242\nof Ann'), { card: '4242' });
          },
        },
        steps: { charge: Object.assign(declined, { maxRetries: 0 }) },
      },
      { env: { WORKFLOW_LOG: 'json', WORKFLOW_LOG_MESSAGES: '0' } },
    );
    await expect((await start('order')).returnValue).rejects.toThrow();
    expect(log()).toHaveLength(2);
    expect(log().join()).not.toMatch(/4242|Ann|card declined|no funds/);
    expect(log().join()).toContain('failure-log.test.ts:');
  });

  it.each([
    ['off', 0],
    ['error', 2],
    ['warn', 3],
  ])('with WORKFLOW_LOG_LEVEL=%s so many messages are left: %i', async (level, count) => {
    const { start, log } = await createLoggedHarness(
      {
        workflows: { order: async ({ step }) => await step('charge')() },
        steps: { charge: Object.assign(declined, { maxRetries: 1 }) },
      },
      { env: { WORKFLOW_LOG: 'json', WORKFLOW_LOG_LEVEL: level } },
    );
    await expect((await start('order')).returnValue).rejects.toThrow();
    expect(log()).toHaveLength(count);
  });
});

describe('a run that fails', () => {
  it('is told of once, however often its code was replayed and its result is asked for', async () => {
    const { start, failures } = await createLoggedHarness(
      {
        workflows: {
          main: async ({ step, sleep }) => {
            await step('works')();
            await sleep(1);
            return await step('fails')();
          },
        },
        steps: { works: () => 1, fails: failing },
      },
      { env: { WORKFLOW_LIVE_RUNS: '0' } },
    );
    const run = await start('main');
    await expect(run.returnValue).rejects.toThrow();
    await expect(run.returnValue).rejects.toThrow();
    expect(failures()).toEqual([expect.stringContaining(run.runId)]);
    expect(failures()[0]).toContain('SyntaxError');
  });

  it('names the step also when the workflow wraps its error, or gathers several', async () => {
    const { start, log } = await createLoggedHarness(
      {
        workflows: {
          wrapping: async ({ step }) => {
            await step('fails')().catch((error: unknown) => {
              throw new Error('order', { cause: new Error('payment', { cause: error }) });
            });
          },
          gathering: async ({ step }) => await Promise.any([step('fails')(), step('fails')()]),
          circular: async () => {
            const error = new Error('round');
            error.cause = error;
            throw error;
          },
        },
        steps: { fails: failing },
      },
      JSON_LINES,
    );
    for (const name of ['wrapping', 'gathering', 'circular'])
      await expect((await start(name)).returnValue).rejects.toThrow();
    const ends = log()
      .map((line) => JSON.parse(line) as { event: string; stepName: string })
      .filter(({ event }) => event === 'run_failed');
    expect(ends.map(({ stepName }) => stepName)).toEqual(['step//./test//fails', 'step//./test//fails', null]);
  });
});

it('a run that catches its error or is cancelled has not failed', async () => {
  const { start, failures, untilEvent } = await createLoggedHarness({
    workflows: {
      catching: async ({ step }) => await step('fails')().catch(() => 'caught'),
      waiting: async ({ sleep }) => await sleep('1h'),
    },
    steps: { fails: failing },
  });
  expect(await (await start('catching')).returnValue).toBe('caught');
  const waiting = await start('waiting');
  await untilEvent(waiting, 'wait_created');
  await waiting.cancel();
  await expect(waiting.returnValue).rejects.toThrow();
  expect(failures()).toEqual([]);
});
