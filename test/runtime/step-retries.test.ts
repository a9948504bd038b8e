import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { resumeHook, start as startRun } from '../../runtime/entries/api.ts';
import { createHook, getStepMetadata, RetryableError, sleep } from '../../runtime/entries/workflow.ts';
import { useClosure } from './closure-steps.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

const retries = (journal: JournalEvent[]) => journal.filter((event) => event.type === 'step_retrying');

/** A step that fails so many times, and counts. */
function createFlaky(failures: number, options: object = {}) {
  const state = { attempts: 0 };
  const fail = () => {
    state.attempts += 1;
    if (state.attempts <= failures) throw new RangeError(`attempt ${state.attempts}`);
    return state.attempts;
  };
  return { state, step: Object.assign(fail, options) };
}

describe('the retry policy of a step', () => {
  it('waits twice as long each time, up to the longest delay, and then rejects with the error of the step', async () => {
    const clock = new VirtualClock();
    const { step } = createFlaky(Infinity, {
      retry: { maxRetries: 4, backoff: 'exponential', minDelay: '1s', maxDelay: 5_000 },
    });
    const { start, until } = await createHarness(
      {
        workflows: {
          main: async ({ step }) =>
            await step('flaky')().catch((error: Error) => [error instanceof RangeError, error.message]),
        },
        steps: { flaky: step },
      },
      { clock },
    );
    const begin = clock.now();
    const run = await start('main');
    for (let n = 1; n <= 4; n++) {
      const journal = await until(run, (events) => retries(events).length === n);
      clock.advanceTo(retries(journal).at(-1)!.retryAt);
    }
    await expect(run.returnValue).resolves.toEqual([true, 'attempt 5']);
    expect(retries(await until(run, () => true)).map(({ retryAt }) => retryAt - begin)).toEqual([
      1_000,
      1_000 + 2_000,
      1_000 + 2_000 + 4_000,
      1_000 + 2_000 + 4_000 + 5_000,
    ]);
  });

  it('gives way to the time that a RetryableError names', async () => {
    const clock = new VirtualClock();
    let attempts = 0;
    const busy = Object.assign(
      () => {
        attempts += 1;
        if (attempts === 1) throw new RetryableError('busy', { retryAfter: new Date(clock.now() + 250) });
        return clock.now();
      },
      { retry: { backoff: 'linear', minDelay: '1h' } as const },
    );
    const { start, untilEvent } = await createHarness(
      { workflows: { main: async ({ step }) => await step('busy')() }, steps: { busy } },
      { clock },
    );
    const begin = clock.now();
    const run = await start('main');
    await untilEvent(run, 'step_retrying');
    clock.advance(250);
    await expect(run.returnValue).resolves.toBe(begin + 250);
  });

  it('decides for a RetryableError whose time is none, too, and waits at least a second', async () => {
    const clock = new VirtualClock();
    const refuse = (): never => {
      throw new RetryableError('429: too many requests', {
        retryAfter: Number('Wed, 21 Oct 2026 07:28:00 GMT') * 1000,
      });
    };
    const policy = { maxRetries: 2, backoff: 'linear', minDelay: 600 } as const;
    const { start, until } = await createHarness(
      {
        workflows: { main: async ({ step }) => await step('refuse')().catch((error: Error) => error.message) },
        steps: { refuse: Object.assign(refuse, { retry: policy }) },
      },
      { clock },
    );
    const begin = clock.now();
    const run = await start('main');
    for (const [n, dueAt] of [begin + 1_000, begin + 1_000 + 1_200].entries()) {
      const journal = await until(run, (events) => retries(events).length === n + 1);
      expect(retries(journal)[n]!.retryAt).toBe(dueAt);
      clock.advanceTo(dueAt);
    }
    await expect(run.returnValue).resolves.toBe('429: too many requests');
  });

  it.each<[string, (other: () => Promise<unknown>) => unknown]>([
    ['waits as only workflows can', () => sleep('50ms')],
    ['opens a hook', () => createHook()],
    ['starts what is no workflow', (other) => startRun(other, [])],
    ['starts at a time that is none', () => startRun({ workflowId: 'w' }, [], { delay: Number.NaN })],
    ['sends a payload under an id that is none', () => resumeHook('token', 1, { id: '' })],
  ])('never repeats a step that %s', async (_, mistake) => {
    let attempts = 0;
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('mistaken')().catch((error: { code: string }) => error.code) },
      steps: {
        mistaken: async () => {
          attempts += 1;
          await mistake(async () => {});
        },
      },
    });
    await expect((await start('main')).returnValue).resolves.toMatch(/^(?:context|start|duration|hook)_/);
    expect(attempts).toBe(1);
  });

  it('shows each attempt when the first one began, also after this process has lost the run', async () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    const busy = () => {
      seen.push(getStepMetadata().stepStartedAt.getTime());
      if (seen.length < 3) throw new RetryableError('busy', { retryAfter: new Date(clock.now() + 60_000) });
    };
    const { start, until } = await createHarness(
      { workflows: { main: async ({ step }) => await step('busy')() }, steps: { busy } },
      { clock },
    );
    const begin = clock.now();
    const run = await start('main');
    for (let n = 1; n <= 2; n++) {
      await until(run, (events) => retries(events).length === n);
      clock.advance(60_000);
    }
    await run.returnValue;
    expect(seen).toEqual([begin, begin, begin]);
  });

  it('asks shouldRetry about the error and the attempt, and believes it', async () => {
    const asked: unknown[] = [];
    const { state, step } = createFlaky(Infinity, {
      retry: {
        maxRetries: Infinity,
        shouldRetry: async (error: Error, { attempt }: { attempt: number }) => {
          asked.push([error.message, attempt]);
          return attempt < 3;
        },
      },
    });
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('flaky')().catch((error: Error) => error.message) },
      steps: { flaky: step },
    });
    await expect((await start('main')).returnValue).resolves.toBe('attempt 3');
    expect(state.attempts).toBe(3);
    expect(asked).toEqual([
      ['attempt 1', 1],
      ['attempt 2', 2],
      ['attempt 3', 3],
    ]);
  });

  it('fails the call with what shouldRetry throws, so that a mistake in it is seen', async () => {
    const { step } = createFlaky(Infinity, {
      retry: {
        shouldRetry: () => {
          throw new TypeError('status of undefined');
        },
      },
    });
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('flaky')().catch((error: Error) => error.message) },
      steps: { flaky: step },
    });
    await expect((await start('main')).returnValue).resolves.toBe('status of undefined');
  });

  it('can be set at the call in the workflow, where it counts more, field by field, and Infinity survives', async () => {
    const { state, step } = createFlaky(7, { maxRetries: 1, retry: { minDelay: 0 } });
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, sleep }) => {
          const patient = step('flaky');
          patient.maxRetries = Infinity;
          await sleep(1);
          return await patient();
        },
      },
      steps: { flaky: step },
    });
    await expect((await start('main')).returnValue).resolves.toBe(8);
    expect(state.attempts).toBe(8);
  });

  it('of a nested step is kept while its run is in the store only', async () => {
    const clock = new VirtualClock();
    const { state, step } = createFlaky(Infinity);
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ step }) => {
            const rare = Object.assign(step('flaky'), { retry: { maxRetries: 2, minDelay: '2 days' } });
            return await rare().catch((error: Error) => error.message);
          },
        },
      },
      { clock, env: { WORKFLOW_LIVE_RUNS: '0' } },
    );
    await useClosure(harness, 'flaky', () => step);
    const { start, until, untilEvent } = harness;
    const run = await start('main');
    const journal = await untilEvent(run, 'step_retrying');
    expect(retries(journal)[0]!.retryAt - clock.now()).toBe(172_800_000);
    clock.advance(172_800_000);
    await until(run, (events) => retries(events).length === 2);
    clock.advance(172_800_000);
    await expect(run.returnValue).resolves.toBe('attempt 3');
    expect(state.attempts).toBe(3);
  });
});

describe('an option of a step that makes no sense', () => {
  it('is an error at the call in the workflow, which names step, option, value and what is accepted', async () => {
    const { start, journal } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const options: object[] = [
            { maxRetries: -1 },
            { maxRetries: Number.NaN },
            { retry: 3 },
            { retry: { backoff: 'quadratic' } },
            { retry: { jitter: 2 } },
            { retry: { minDelay: '2s', maxDelay: '1s' } },
            { retry: { shouldRetry: true } },
            { maxRetries: 1, retry: { maxRetries: 2 } },
            { timeout: 'soon' },
            { heartbeatTimeout: 0 },
            { concurrency: 0.5 },
          ];
          const messages: string[] = [];
          for (const option of options) {
            await Object.assign(step('noop'), option)().catch((error: any) => {
              if (error.code === 'step_option_invalid') messages.push(error.message.split(' Fix:')[0]);
            });
          }
          return messages;
        },
      },
      steps: { noop: () => {} },
    });
    const run = await start('main');
    await expect(run.returnValue).resolves.toEqual([
      'The option "maxRetries" of the step "noop" is -1.',
      'The option "maxRetries" of the step "noop" is NaN.',
      'The option "retry" of the step "noop" is 3.',
      'The option "retry.backoff" of the step "noop" is "quadratic".',
      'The option "retry.jitter" of the step "noop" is 2.',
      'The option "retry.maxDelay" of the step "noop" is 1000.',
      'The option "retry.shouldRetry" of the step "noop" is true.',
      'The option "retry.maxRetries" of the step "noop" is 2.',
      'The option "timeout" of the step "noop" is "soon".',
      'The option "heartbeatTimeout" of the step "noop" is 0.',
      'The option "concurrency" of the step "noop" is 0.5.',
    ]);
    expect((await journal(run)).filter(({ type }) => type === 'step_created')).toEqual([]);
  });

  it('is found when its name is misspelled', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const written = [{ maxRetry: 1 }, { timeOut: 5 }, { retry: { minDelayMs: 1 } }, { description: 'my own' }];
          const outcomes: string[] = [];
          for (const option of written) {
            outcomes.push(await Object.assign(step('noop'), option)().catch((error: any) => error.message));
          }
          return outcomes;
        },
      },
      steps: { noop: () => 'called' },
    });
    await expect((await start('main')).returnValue).resolves.toEqual([
      expect.stringMatching(/no option "maxRetry"\. Fix: use "maxRetries"\. \[step_option_unknown\]/),
      expect.stringMatching(/no option "timeOut"\. Fix: use "timeout"\./),
      expect.stringMatching(/no option "retry.minDelayMs"\. Fix: use maxRetries, backoff, minDelay, maxDelay,/),
      'called',
    ]);
  });

  it('fails the call before its first attempt when only the step has it', async () => {
    const { state, step } = createFlaky(0, { timeout: new Date() });
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('flaky')().catch((error: any) => error.code) },
      steps: { flaky: step },
    });
    await expect((await start('main')).returnValue).resolves.toBe('step_option_invalid');
    expect(state.attempts).toBe(0);
  });

  it('is a shouldRetry that only the workflow has, because it cannot run there', async () => {
    const { state, step } = createFlaky(Infinity);
    const harness = await createHarness({
      workflows: {
        main: async ({ step }, name: string) => {
          const picky = Object.assign(step(name), { retry: { shouldRetry: () => false } });
          return await picky().catch((error: any) => error.code);
        },
      },
      steps: { topLevel: step },
    });
    await useClosure(harness, 'nested', () => step);
    for (const name of ['topLevel', 'nested']) {
      await expect((await harness.start('main', name)).returnValue).resolves.toBe('step_should_retry_missing');
    }
    expect(state.attempts).toBe(0);
  });
});
