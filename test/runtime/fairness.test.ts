/** How long a run waits when others keep the process busy. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getRun, listRuns, start, type Run } from '../../runtime/entries/api.ts';
import { WAIT } from '../time-limits.ts';
import { type TestCode, workflowIdOf } from './build-from-functions.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Steps that end when the test says so, and the names that their runs gave them in the order of their begins. */
function openCode() {
  const begun: string[] = [];
  const gates: { name: string; open(): void }[] = [];
  const code: TestCode = {
    workflows: {
      crowd: async ({ step }, name: string, count: number) => {
        await Promise.all(Array.from({ length: count }, () => step('hold')(name)));
      },
      small: async ({ step }, name: string, count: number) => {
        for (let n = 0; n < count; n++) await step('hold')(name);
      },
      endless: async ({ step }, name: string) => {
        while ((await step('work')(name)) !== 'stop');
      },
      late: async ({ step }) => await step('work')('late'),
    },
    steps: {
      hold: async (name: string) => {
        begun.push(name);
        await new Promise<void>((open) => gates.push({ name, open }));
      },
      work: async (name: string) => {
        begun.push(name);
        await pause(1);
        return begun.includes('late') ? 'stop' : 'go on';
      },
    },
  };
  /** Ends the step that began first; resolves to the name of the one that gets its place. */
  const endOne = async (): Promise<string> => {
    const before = begun.length;
    gates.shift()!.open();
    await vi.waitUntil(() => begun.length > before, WAIT);
    return begun[before]!;
  };
  const endAll = async (runs: Run[]): Promise<void> => {
    const ends = Promise.all(runs.map((run) => run.returnValue));
    const isOver = ends.then(() => true);
    while (!(await Promise.race([isOver, pause(1, false)]))) for (const { open } of gates.splice(0)) open();
  };
  return { code, begun, gates, endOne, endAll };
}

describe('a run beside a crowd', () => {
  it('of steps of another run gets the next place that is free, for each of its steps', async () => {
    const { code, begun, endOne, endAll } = openCode();
    const harness = await createHarness(code, { env: { WORKFLOW_CONCURRENCY: '4' } });
    const crowd = await harness.start('crowd', 'crowd', 300);
    await vi.waitUntil(() => begun.length === 4, WAIT);
    const small = await harness.start('small', 'small', 3);
    await harness.untilEvent(small, 'step_created');
    expect(await endOne()).toBe('small');
    await endAll([crowd, small]);
    expect(begun).toHaveLength(303);
  });

  it('of runs of another workflow does not wait for all of them', async () => {
    const { code, endOne, endAll } = openCode();
    const harness = await createHarness(code, { env: { WORKFLOW_CONCURRENCY: '4' } });
    const crowds = await Promise.all(Array.from({ length: 50 }, () => harness.start('crowd', 'crowd', 10)));
    await Promise.all(crowds.map((run) => harness.untilEvent(run, 'step_created')));
    const small = await harness.start('small', 'small', 1);
    await harness.untilEvent(small, 'step_created');
    expect(await endOne()).toBe('small');
    await endAll([...crowds, small]);
  });

  it.each([
    [1, 3],
    [3, 3],
    [9, 2],
  ])('of as many busy runs as there may be begins before any has ended: %i steps, %i runs', async (steps, runs) => {
    const { code, begun } = openCode();
    const env = { WORKFLOW_CONCURRENCY: String(steps), WORKFLOW_BUSY_RUNS: String(runs) };
    const harness = await createHarness(code, { env });
    const names = Array.from({ length: 3 * runs }, (_, n) => `endless ${n}`);
    const busy = await Promise.all(names.map((name) => harness.start('endless', name)));
    const late = await harness.start('late');
    await late.returnValue;
    await Promise.all(busy.map((run) => run.returnValue));
    expect(new Set(begun).size).toBe(names.length + 1);
  });

  it('in the store does not wait for the line of another workflow before it', async () => {
    const { code, begun, endOne, endAll } = openCode();
    const harness = await createHarness(code, { env: { WORKFLOW_BUSY_RUNS: '2' } });
    const crowd = await Promise.all(Array.from({ length: 40 }, () => harness.start('small', 'crowd', 1)));
    await vi.waitUntil(() => begun.length === 2, WAIT);
    const late = await harness.start('crowd', 'late', 1);
    expect(await endOne()).toBe('late');
    await endAll([...crowd, late]);
  });
});

describe('waiting for a place', () => {
  it('is told by the lists: of the run, and of its steps', async () => {
    const clock = new VirtualClock();
    const { code, gates, endAll } = openCode();
    const harness = await createHarness(code, { clock, env: { WORKFLOW_CONCURRENCY: '2' } });
    const first = await harness.start('crowd', 'first', 2);
    await vi.waitUntil(() => gates.length === 2, WAIT);
    const second = await harness.start('crowd', 'alone', 1);
    await harness.untilEvent(second, 'step_created');
    const since = new Date(clock.now());
    clock.advance(1_000);
    await vi.waitFor(async () => {
      expect((await getRun(second.runId).steps()).steps).toMatchObject([{ status: 'pending', queuedAt: since }]);
    }, WAIT);
    expect((await getRun(first.runId).steps()).steps).toMatchObject([{ queuedAt: null }, { queuedAt: null }]);
    await expect(second.summary()).resolves.toMatchObject({ queued: { for: 'place', since } });
    const { runs } = await listRuns();
    expect(runs.map(({ runId, queued }) => [runId, queued?.for])).toEqual([
      [second.runId, 'place'],
      [first.runId, undefined],
    ]);
    await endAll([first, second]);
    await expect(second.summary()).resolves.toMatchObject({ queued: null });
  });

  it('is told of a run that no worker has taken, by the journal', async () => {
    const { code } = openCode();
    const harness = await createHarness(code, { env: { WORKFLOW_ROLE: 'producer' } });
    const run = await start({ workflowId: workflowIdOf('crowd') }, ['crowd', 1] as never);
    await expect(run.summary()).resolves.toMatchObject({ queued: { for: 'worker', since: await run.createdAt } });
    await harness.runtime.close();
  });

  it('is a line in the log after some seconds, which names the setting, and not again for a minute', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const lines = (): string[] => warn.mock.calls.map(([line]) => String(line));
    const clock = new VirtualClock();
    const { code, gates, endAll } = openCode();
    const harness = await createHarness(code, { clock, env: { WORKFLOW_CONCURRENCY: '2' } });
    const run = await harness.start('crowd', 'crowd', 5);
    await vi.waitUntil(() => gates.length === 2, WAIT);
    clock.advance(4_000);
    expect(lines()).toEqual([]);
    clock.advance(1_000);
    expect(lines()).toEqual([
      `[workflow] steps_waiting stepName=step//./test//hold runId=${run.runId} waitedMs=5000 waiting=3 limit=2 ` +
        'fix=raise WORKFLOW_CONCURRENCY',
    ]);
    clock.advance(59_000);
    expect(lines()).toHaveLength(1);
    clock.advance(1_000);
    expect(lines()).toHaveLength(2);
    await endAll([run]);
  });

  it('for room is a line in the log when no run can make room', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const { code, gates, endAll } = openCode();
    const clock = new VirtualClock();
    const harness = await createHarness(code, { clock, env: { WORKFLOW_BUSY_RUNS: '1' } });
    const busy = await harness.start('crowd', 'alone', 1);
    await vi.waitUntil(() => gates.length === 1, WAIT);
    const late = await harness.start('crowd', 'alone', 1);
    await vi.waitUntil(() => {
      clock.advance(1_000);
      return warn.mock.calls.length > 0;
    }, WAIT);
    const [line] = warn.mock.calls[0] as [string];
    expect(line).toMatch(
      /^\[workflow] runs_waiting waitedMs=\d+ limit=1 fix=raise WORKFLOW_BUSY_RUNS, or start another worker$/,
    );
    await endAll([busy, late]);
  });
});
