import { describe, expect, it } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import { StepQueue } from '../../runtime/steps/step-queue.ts';
import type { BeginGate } from '../../runtime/contract/begin-gate.ts';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';

const OPEN: BeginGate = { isOpen: true, untilOpen: async () => {} };
const someRun = { workflowId: 'workflow//a//b', runId: 'wrun_1' as RunId };

describe('a thousand calls at once', () => {
  it('are each made as often as they must, also those that fail, that follow others, and after a pause', async () => {
    const made = new Map<number, number>();
    const act = (n: number, { attempt }: { attempt: number }): number => {
      made.set(n, (made.get(n) ?? 0) + 1);
      if (n % 5 === 0 && attempt === 1) throw new Error('once');
      return n;
    };
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const work = Object.assign(step('work'), { retry: { minDelay: 1, backoff: 'none' } });
          const both = async (n: number) => (await work(n)) + (await work(n + 1_000));
          const sums = await Promise.all(Array.from({ length: 1_000 }, (_, n) => both(n)));
          return sums.reduce((sum, one) => sum + one, 0);
        },
      },
      steps: { work: (n: number) => act(n, getStepMetadata()) },
    });
    const run = await start('main');
    await run.pause();
    await run.resume();
    await expect(run.returnValue).resolves.toBe(1_999_000);
    expect([...made].filter(([n, times]) => times !== (n % 5 === 0 ? 2 : 1))).toEqual([]);
    expect(made.size).toBe(2_000);
  });
});

describe('the concurrency of a step', () => {
  it('limits its attempts, begins them in the order of their calls, and lets other steps pass', async () => {
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const otherIsDone = Promise.withResolvers<void>();
    const limited = Object.assign(
      async (n: number) => {
        order.push(n);
        most = Math.max(most, ++running);
        await otherIsDone.promise;
        running -= 1;
      },
      { concurrency: 2 },
    );
    const { start } = await createHarness(
      {
        workflows: {
          main: async ({ step }) => {
            const calls = [0, 1, 2, 3, 4, 5].map((n) => step('limited')(n));
            await step('other')();
            await Promise.all(calls);
          },
        },
        steps: { limited, other: () => otherIsDone.resolve() },
      },
      { env: { WORKFLOW_CONCURRENCY: '3' } },
    );
    await (
      await start('main')
    ).returnValue;
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it('of one holds over all runs, and can be set where the workflow calls', async () => {
    let running = 0;
    let most = 0;
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const alone = Object.assign(step('work'), { concurrency: 1 });
          await Promise.all([alone(), alone()]);
        },
      },
      steps: {
        work: async () => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        },
      },
    });
    const runs = await Promise.all([1, 2, 3].map(() => start('main')));
    await Promise.all(runs.map((run) => run.returnValue));
    expect(most).toBe(1);
  });

  it('never begins an attempt that waited when its run was cancelled', async () => {
    const begun: string[] = [];
    const first = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const limited = Object.assign(
      async (name: string) => {
        begun.push(name);
        first.resolve();
        await gate.promise;
      },
      { concurrency: 1 },
    );
    const { start, untilEvent } = await createHarness({
      workflows: { main: async ({ step }, name: string) => await step('limited')(name) },
      steps: { limited },
    });
    const running = await start('main', 'running');
    await first.promise;
    const cancelled = await start('main', 'cancelled');
    await untilEvent(cancelled, 'step_created');
    const last = await start('main', 'last');
    await cancelled.cancel();
    await expect(cancelled.returnValue).rejects.toMatchObject({ code: 'run_cancelled' });
    gate.resolve();
    await Promise.all([running.returnValue, last.returnValue]);
    expect(begun).toEqual(['running', 'last']);
  });

  it('begins what waited longest first, whichever step it is of', () => {
    const queue = new StepQueue({ concurrency: 1, gate: OPEN, now: () => 0 });
    const order: string[] = [];
    const enter = (name: string, limit: number) =>
      queue.enter({ ...someRun, call: 0, name, limit, begin: () => order.push(name) });
    const places = [enter('a', 1), enter('b', 1), enter('c', 9), enter('a', 1), enter('c', 9)];
    places[1]!.withdraw();
    for (const i of [0, 2, 3, 4]) places[i]!.leave();
    expect(order).toEqual(['a', 'c', 'a', 'c']);
  });

  it('stays cheap with a hundred thousand attempts that wait', () => {
    const queue = new StepQueue({ concurrency: 10, gate: OPEN, now: () => 0 });
    const begun: number[] = [];
    const places = Array.from({ length: 100_000 }, (_, n) =>
      queue.enter({
        workflowId: `workflow ${n % 7}`,
        runId: `run ${n % 7_000}` as RunId,
        call: n,
        name: `step ${n % 3}`,
        limit: n % 3 === 0 ? Infinity : 1,
        begin: () => begun.push(n),
      }),
    );
    const withdrawn = places.slice(50_000, 60_000).filter((place) => place.withdraw());
    for (let i = 0; i < begun.length; i++) places[begun[i]!]!.leave();
    expect(withdrawn).toHaveLength(10_000);
    expect(new Set(begun).size).toBe(90_000);
    expect(begun).toHaveLength(90_000);
    expect(queue.waiting.size).toBe(0);
  });
});
