import { describe, expect, it } from 'vitest';
import { bulk, getRun, listRuns, start, type BulkProgress } from '../../runtime/entries/api.ts';
import { WorkflowRunNotFoundError } from '../../runtime/entries/errors.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

const code = {
  workflows: {
    quick: async () => 'done',
    asleep: async ({ sleep }: any) => {
      await sleep('1d');
      return 'awake';
    },
  },
};
const asleep = { workflow: workflowIdOf('asleep') };

/** Starts so many runs and gives their ids. */
async function startMany(harness: Harness, name: string, count: number): Promise<string[]> {
  const runs = await Promise.all(Array.from({ length: count }, () => harness.start(name)));
  return runs.map(({ runId }) => runId);
}

/** Resolves when the run has ended, however. */
const ended = (runId: string): Promise<unknown> => getRun(runId).returnValue.catch((error: unknown) => error);

describe('bulk()', () => {
  it('cancels all runs that meet the conditions, over many pages, and no other one', async () => {
    await createHarness(code);
    const other = await start({ workflowId: workflowIdOf('asleep') }, [], { attributes: { shop: 'paris' } });
    const ids = await Promise.all(
      Array.from({ length: 230 }, async () => {
        const run = await start({ workflowId: workflowIdOf('asleep') }, [], { attributes: { shop: 'berlin' } });
        return run.runId;
      }),
    );
    const result = await bulk({ attributes: { shop: 'berlin' } }, 'cancel', { reason: 'shop closed' });
    expect(result).toEqual({ matched: 230, done: 230, skipped: 0, failed: [] });
    const ends = await Promise.all(ids.map(ended));
    expect(new Set(ends.map((end) => (end as { reason?: string }).reason))).toEqual(new Set(['shop closed']));
    await expect(other.status).resolves.toBe('running');
  });

  it('leaves out runs that have ended, and does nothing when it is repeated', async () => {
    const harness = await createHarness(code);
    const quick = await startMany(harness, 'quick', 3);
    const slow = await startMany(harness, 'asleep', 2);
    await Promise.all(quick.map(ended));
    await expect(bulk({}, 'cancel')).resolves.toMatchObject({ matched: 5, done: 2, skipped: 3, failed: [] });
    await Promise.all(slow.map(ended));
    await expect(bulk({}, 'cancel')).resolves.toMatchObject({ matched: 5, done: 0, skipped: 5, failed: [] });
  });

  it('wakes sleeping runs', async () => {
    const harness = await createHarness(code, { clock: new VirtualClock() });
    const ids = await startMany(harness, 'asleep', 3);
    await expect(bulk(asleep, 'wake')).resolves.toMatchObject({ done: 3 });
    await expect(Promise.all(ids.map(ended))).resolves.toEqual(['awake', 'awake', 'awake']);
  });

  it('holds runs and lets them go on', async () => {
    const clock = new VirtualClock();
    const harness = await createHarness(code, { clock });
    const ids = await startMany(harness, 'asleep', 3);
    await bulk(asleep, 'pause');
    for (const runId of ids) await harness.untilEvent({ runId }, 'run_paused');
    expect((await listRuns({ paused: true })).runs.map(({ isPaused }) => isPaused)).toEqual([true, true, true]);
    clock.advance(2 * 86_400_000);
    await bulk(asleep, 'resume');
    await expect(Promise.all(ids.map(ended))).resolves.toEqual(['awake', 'awake', 'awake']);
  });

  it('starts anew what failed, where it failed, and leaves out what did not', async () => {
    let isBroken = true;
    const harness = await createHarness({
      workflows: {
        ...code.workflows,
        main: async ({ step }) => [await step('first')(), await step('second')()],
      },
      steps: {
        first: () => Math.random(),
        second: Object.assign(
          () => {
            if (isBroken) throw new Error('down');
            return 'up';
          },
          { maxRetries: 0 },
        ),
      },
    });
    const failed = await startMany(harness, 'main', 3);
    await Promise.all(failed.map(ended));
    await Promise.all((await startMany(harness, 'quick', 2)).map(ended));
    isBroken = false;
    await expect(bulk({}, 'retry')).resolves.toEqual({ matched: 5, done: 3, skipped: 2, failed: [] });
    const { runs } = await listRuns({ workflow: workflowIdOf('main') });
    expect(runs).toHaveLength(6);
    const again = runs.filter(({ runId }) => !failed.includes(runId));
    const ends = await Promise.all(again.map(({ runId }) => ended(runId)));
    expect(ends).toEqual(again.map(() => [expect.any(Number), 'up']));
    expect(ends).toHaveLength(3);
  });

  it('deletes runs that have ended, and none that goes on', async () => {
    const harness = await createHarness(code);
    const quick = await startMany(harness, 'quick', 120);
    await Promise.all(quick.map(ended));
    const [kept] = await startMany(harness, 'asleep', 1);
    await expect(bulk({}, 'delete')).resolves.toEqual({ matched: 121, done: 120, skipped: 1, failed: [] });
    expect((await listRuns()).runs.map(({ runId }) => runId)).toEqual([kept]);
    await expect(getRun(quick[0]!).status).rejects.toThrow(WorkflowRunNotFoundError);
  });

  it('tells its progress after each run, and acts on no more runs at a time than it may', async () => {
    const harness = await createHarness(code);
    await startMany(harness, 'asleep', 7);
    const steps: BulkProgress[] = [];
    await bulk({}, 'cancel', { concurrency: 2, onProgress: (progress) => steps.push(progress) });
    expect(steps.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(steps.at(-1)).toEqual({ matched: 7, done: 7, skipped: 0, failed: 0 });
  });

  it('goes on when it fails for one run, and says for which and why', async () => {
    const world = await createWorld({ kind: 'memory' });
    const harness = await createHarness(code, { world });
    const ids = await startMany(harness, 'asleep', 3);
    const { deliver } = world;
    const failure = new Error('no space left');
    world.deliver = async (runId, ...rest) => {
      if (runId === ids[1]) throw failure;
      return await deliver.call(world, runId, ...rest);
    };
    const result = await bulk({}, 'cancel');
    expect(result).toEqual({ matched: 3, done: 2, skipped: 0, failed: [{ runId: ids[1], error: failure }] });
  });

  it('stops when its signal is aborted, and when its observer throws', async () => {
    const harness = await createHarness(code);
    await startMany(harness, 'asleep', 20);
    const controller = new AbortController();
    const reason = new Error('enough');
    let seen = 0;
    const stopping = bulk({}, 'cancel', {
      concurrency: 1,
      signal: controller.signal,
      onProgress: () => {
        if (++seen === 5) controller.abort(reason);
      },
    });
    await expect(stopping).rejects.toBe(reason);
    expect(seen).toBe(5);
    const failing = bulk(asleep, 'wake', {
      concurrency: 1,
      onProgress: () => {
        seen += 1;
        throw reason;
      },
    });
    await expect(failing).rejects.toBe(reason);
    expect(seen).toBe(6);
  });

  it('refuses what it does not understand, and what may mean more runs than was meant, and does nothing', async () => {
    const harness = await createHarness(code);
    const [runId] = await startMany(harness, 'quick', 1);
    await ended(runId!);
    const mistakes: unknown[][] = [
      [{}, 'restart'],
      [{ stauts: 'failed' }, 'delete'],
      [{ workflow: undefined }, 'delete'],
      [undefined, 'delete'],
      [{ limit: 5 }, 'delete'],
      [{}, 'delete', { reason: 'only a cancel has one' }],
      [{}, 'delete', { concurrency: 0 }],
      [{}, 'delete', { signal: 'none' }],
    ];
    for (const mistake of mistakes) {
      const call = (bulk as (...args: unknown[]) => Promise<unknown>)(...mistake);
      await expect(call, JSON.stringify(mistake)).rejects.toMatchObject({
        code: expect.stringMatching(/^option_/) as string,
      });
    }
    await expect(getRun(runId!).exists).resolves.toBe(true);
  });
});
