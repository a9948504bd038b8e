/** The log of runs that fail, as operators read it. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type TestCode, workflowIdOf } from './build-from-functions.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';

/** A runtime, and what its log says of runs that failed. */
async function createLoggedHarness(
  code: TestCode,
  options?: HarnessOptions,
): Promise<Harness & { failures(): string[] }> {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  const harness = await createHarness(code, options);
  const failures = (): string[] =>
    error.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('[workflow] run_failed '));
  return { ...harness, failures };
}

const failing = Object.assign(() => Promise.reject(new SyntaxError('never works')), { maxRetries: 0 });

describe('a run that fails', () => {
  it('is one line in the log, with its id, its workflow and what kind of error it was', async () => {
    const { start, failures } = await createLoggedHarness({
      workflows: {
        main: async () => {
          throw Object.assign(new RangeError('no'), { code: 'card_declined' });
        },
      },
    });
    const run = await start('main');
    await expect(run.returnValue).rejects.toThrow();
    await expect(run.returnValue).rejects.toThrow();
    const name = workflowIdOf('main');
    expect(failures()).toEqual([
      `[workflow] run_failed runId=${run.runId} workflowName=${name} errorName=RangeError errorCode=card_declined`,
    ]);
  });

  it('is told of once, however often its code was replayed', async () => {
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
    expect(failures()).toEqual([expect.stringContaining(`${run.runId} `)]);
    expect(failures()[0]).toContain('errorName=SyntaxError');
  });

  it('keeps what it works with out of the log: messages, fields and values that are no errors', async () => {
    const { start, failures } = await createLoggedHarness({
      workflows: {
        message: async () => {
          throw Object.assign(new Error('card 4242'), { card: '4242' });
        },
        words: async () => {
          throw Object.assign(new Error('no'), { name: 'card 4242', code: 'a code\nof 4242' });
        },
        value: async () => {
          // oxlint-disable-next-line typescript/only-throw-error -- what users do
          throw { name: 'card4242', code: 4242 };
        },
      },
    });
    for (const name of ['message', 'words', 'value']) await expect((await start(name)).returnValue).rejects.toThrow();
    expect(failures()).toHaveLength(3);
    expect(failures().join()).not.toContain('4242');
  });
});

it('a run that catches its error or is cancelled is no line in the log', async () => {
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
