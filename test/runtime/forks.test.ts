import { describe, expect, it } from 'vitest';
import { retryRun } from '../../runtime/api/fork-run.ts';
import { getRun } from '../../runtime/api/run.ts';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import { toStepId, type RunId } from '../../runtime/contract/ids.ts';
import type { TestCode } from './build-from-functions.ts';
import { systemClock } from '../../runtime/worker/system-clock.ts';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Counts the executions of steps, which fail as long as `broken` has their name. */
function ledgerSteps() {
  const executed: string[] = [];
  const broken = new Set<string>();
  const work = Object.assign(
    (name: string) => {
      executed.push(name);
      if (broken.has(name)) throw new Error(`${name} is broken`);
      return name.toUpperCase();
    },
    { maxRetries: 0 },
  );
  return { executed, broken, steps: { work } };
}

const sequence: TestCode['workflows'] = {
  main: async ({ step }, first: string) => [
    await step('work')(first),
    await step('work')('b'),
    await step('work')('c'),
  ],
};

describe('retry()', () => {
  it('takes the code that the run began with in a process that has none of its own', async () => {
    const { executed, broken, steps } = ledgerSteps();
    broken.add('b');
    const worker = await createHarness({ workflows: sequence, steps });
    const run = await worker.start('main', 'a');
    await expect(run.returnValue).rejects.toThrow('b is broken');
    broken.clear();
    const operator = new Runtime(readSettings({ WORKFLOW_ROLE: 'producer' }), systemClock);
    operator.setWorld(worker.world);
    const record = await worker.world.readRun(run.runId as RunId);
    const runId = await retryRun(await operator.connect(), record!);
    await worker.runtime.connect().then((connection) => connection.wake(runId));
    await expect(getRun(runId).returnValue).resolves.toEqual(['A', 'B', 'C']);
    expect(executed).toEqual(['a', 'b', 'b', 'c']);
  });

  it('makes a new run that does only the failed step and what follows', async () => {
    const { executed, broken, steps } = ledgerSteps();
    broken.add('b');
    const harness = await createHarness({ workflows: sequence, steps });
    const run = await harness.start('main', 'a');
    await expect(run.returnValue).rejects.toThrow('b is broken');
    broken.clear();
    const again = await run.retry();
    await expect(again.returnValue).resolves.toEqual(['A', 'B', 'C']);
    expect(executed).toEqual(['a', 'b', 'b', 'c']);
    await expect(run.status).resolves.toBe('failed');
  });

  it('does all failures again that ended the run, and keeps what completed beside them', async () => {
    const { executed, broken, steps } = ledgerSteps();
    broken.add('a').add('c');
    const harness = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => step('work')(name)));
          const failed = results.find((result) => result.status === 'rejected');
          if (failed) throw failed.reason;
          return results.map((result) => (result as PromiseFulfilledResult<string>).value);
        },
      },
      steps,
    });
    const run = await harness.start('main');
    await expect(run.returnValue).rejects.toThrow('is broken');
    broken.clear();
    executed.length = 0;
    await expect((await run.retry()).returnValue).resolves.toEqual(['A', 'B', 'C']);
    expect(executed.toSorted()).toEqual(['a', 'c']);
  });

  it('does a failed step again after which the workflow had cleaned up', async () => {
    const { broken, steps } = ledgerSteps();
    broken.add('b');
    const harness = await createHarness({
      workflows: {
        main: async ({ step }) => {
          try {
            return await step('work')('b');
          } finally {
            await step('work')('cleanup');
          }
        },
      },
      steps,
    });
    const run = await harness.start('main');
    await expect(run.returnValue).rejects.toThrow('b is broken');
    broken.clear();
    await expect((await run.retry()).returnValue).resolves.toBe('B');
  });

  it('of a run whose own code failed needs other code', async () => {
    const broken: TestCode['workflows'] = {
      main: async ({ step }) => {
        await step('work')('a');
        throw new Error('bug');
      },
    };
    const { executed, steps } = ledgerSteps();
    const harness = await createHarness({ workflows: broken, steps });
    const run = await harness.start('main');
    await expect(run.returnValue).rejects.toThrow('bug');
    await expect(run.retry()).rejects.toMatchObject({ code: 'run_retry_futile' });
    await harness.deploy({ workflows: { main: async ({ step }) => [await step('work')('a'), 'fixed'] }, steps });
    await expect((await run.retry()).returnValue).resolves.toEqual(['A', 'fixed']);
    expect(executed).toEqual(['a']);
  });

  it('is refused for a run that has not failed', async () => {
    const { steps } = ledgerSteps();
    const harness = await createHarness({ workflows: sequence, steps });
    const run = await harness.start('main', 'a');
    await run.returnValue;
    await expect(run.retry()).rejects.toMatchObject({ name: 'EntityConflictError' });
  });
});

describe('fork()', () => {
  it('from a step does that step and what follows again, in a new run', async () => {
    const { executed, steps } = ledgerSteps();
    const harness = await createHarness({ workflows: sequence, steps });
    const run = await harness.start('main', 'a');
    await run.returnValue;
    const fork = await run.fork({ fromStep: toStepId(run.runId as RunId, 1) });
    expect(fork.runId).not.toBe(run.runId);
    await expect(fork.returnValue).resolves.toEqual(['A', 'B', 'C']);
    expect(executed).toEqual(['a', 'b', 'c', 'b', 'c']);
    await expect(checkStore(harness.world)).resolves.toEqual([]);
  });

  it('takes other results for its steps', async () => {
    const { executed, steps } = ledgerSteps();
    const harness = await createHarness({ workflows: sequence, steps });
    const run = await harness.start('main', 'a');
    await run.returnValue;
    const second = toStepId(run.runId as RunId, 1);
    const fork = await run.fork({ fromStep: second, results: { [second]: { edited: true } } });
    await expect(fork.returnValue).resolves.toEqual(['A', { edited: true }, 'C']);
    expect(executed).toEqual(['a', 'b', 'c', 'c']);
  });

  it('takes other arguments, and keeps what the workflow still asks for', async () => {
    const { executed, steps } = ledgerSteps();
    const harness = await createHarness({ workflows: sequence, steps });
    const run = await harness.start('main', 'a');
    await run.returnValue;
    const fork = await run.fork({ input: ['x'], fromStep: toStepId(run.runId as RunId, 0) });
    await expect(fork.returnValue).resolves.toEqual(['X', 'B', 'C']);
    expect(executed.slice(3)).toEqual(['x', 'b', 'c']);
  });

  it('makes again what gets another value because of an edit, and keeps what does not', async () => {
    const executed: string[] = [];
    const harness = await createHarness({
      workflows: {
        main: async ({ step, getWorkflowMetadata }) => {
          const price = await step('work')('price');
          const own = await step('work')(`own ${getWorkflowMetadata().workflowRunId}`);
          const [charged, mailed] = await Promise.all([step('work')(`charge ${price}`), step('work')('mail')]);
          return [own.slice(0, 3), charged, mailed, await step('work')('end')];
        },
      },
      steps: {
        work: (what: string) => {
          executed.push(what.slice(0, what.startsWith('own') ? 3 : undefined));
          return what.toUpperCase();
        },
      },
    });
    const run = await harness.start('main');
    await expect(run.returnValue).resolves.toEqual(['OWN', 'CHARGE PRICE', 'MAIL', 'END']);
    executed.length = 0;
    const fork = await run.fork({ results: { [toStepId(run.runId as RunId, 0)]: '5 EUR' } });
    await expect(fork.returnValue).resolves.toEqual(['OWN', 'CHARGE 5 EUR', 'MAIL', 'END']);
    expect(executed).toEqual(['charge 5 EUR', 'end']);
    await expect(checkStore(harness.world)).resolves.toEqual([]);
  });

  it('with other arguments makes again the steps that get them, and the sleeps that last longer', async () => {
    const { executed, steps } = ledgerSteps();
    const clock = new VirtualClock();
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ step, sleep }, name: string, hours: number) => {
            const first = await step('work')('first');
            await sleep(hours * 3_600_000);
            return [first, await step('work')(name)];
          },
        },
        steps,
      },
      { clock },
    );
    const run = await harness.start('main', 'a', 1);
    await harness.untilEvent(run, 'wait_created');
    clock.advance(3_600_000);
    await expect(run.returnValue).resolves.toEqual(['FIRST', 'A']);
    const named = await run.fork({ input: ['b', 1] });
    await expect(named.returnValue).resolves.toEqual(['FIRST', 'B']);
    expect(executed).toEqual(['first', 'a', 'b']);
    const later = await run.fork({ input: ['a', 2] });
    await harness.untilEvent(later, 'wait_created');
    await expect(later.status).resolves.toBe('running');
    clock.advance(3_600_000);
    await expect(later.returnValue).resolves.toEqual(['FIRST', 'A']);
  });

  it('of a waiting run waits for the same time', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ sleep, createHook, step }) => {
          await step('work')('a');
          await sleep('1h');
          return await createHook();
        },
      },
      steps: ledgerSteps().steps,
    });
    const run = await harness.start('main');
    const [wait] = (await harness.untilEvent(run, 'wait_created')).filter(({ type }) => type === 'wait_created');
    const fork = await run.fork();
    const [copied] = (await harness.journal(fork)).filter(({ type }) => type === 'wait_created');
    expect(copied).toMatchObject({ dueAt: (wait as { dueAt: number }).dueAt });
    await Promise.all([run.cancel(), fork.cancel()]);
  });

  it('starts the children anew that had not ended, and those only', async () => {
    const { executed, steps } = ledgerSteps();
    const harness = await createHarness({
      workflows: {
        child: async ({ step }, name: string) => await step('work')(name),
        main: async ({ startChild, createHook }) => {
          const first = await (await startChild({ workflowId: 'workflow//./test//child' }, ['a'])).returnValue;
          const second = await startChild({ workflowId: 'workflow//./test//child' }, ['b']);
          await createHook({ token: 'never' });
          return [first, second];
        },
      },
      steps,
    });
    const run = await harness.start('main');
    await harness.until(run, (events) => events.filter(({ type }) => type === 'child_completed').length === 2);
    await run.cancel();
    await expect(run.returnValue).rejects.toThrow();
    await run.fork();
    expect(executed).toEqual(['a', 'b']);
  });

  it.each(['step_nonsense', 'step_00000000000000000000000000_0'])('refuses the unknown step %s', async (fromStep) => {
    const harness = await createHarness({ workflows: sequence, steps: ledgerSteps().steps });
    const run = await harness.start('main', 'a');
    await run.returnValue;
    await expect(run.fork({ fromStep })).rejects.toMatchObject({ code: 'fork_step_unknown' });
  });
});
