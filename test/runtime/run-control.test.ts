import { describe, expect, it } from 'vitest';
import { getRun } from '../../runtime/api/run.ts';
import { start } from '../../runtime/api/start.ts';
import { workflowIdOf, type TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

const reference = (name: string) => ({ workflowId: workflowIdOf(name) });
const HOUR = 3_600_000;

describe('start() with an id', () => {
  const workflows: TestCode['workflows'] = {
    main: async ({ createHook }, value: string) => [value, await createHook({ token: `go-${value}` })],
    quick: async (_toolbox, value: string) => value,
  };

  it('gives the run that has the id, also after that one has ended', async () => {
    await createHarness({ workflows });
    const first = await start(reference('quick'), ['a'], { id: 'order-1' });
    await first.returnValue;
    const second = await start(reference('quick'), ['b'], { id: 'order-1' });
    expect(second.runId).toBe(first.runId);
    await expect(second.returnValue).resolves.toBe('a');
  });

  it('starts one run when many callers start it at the same time', async () => {
    const { world } = await createHarness({ workflows });
    const runs = await Promise.all(
      Array.from({ length: 20 }, () => start(reference('quick'), ['a'], { id: 'order-1' })),
    );
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(1);
    expect((await world.listRuns({ limit: 100 })).runs).toHaveLength(1);
  });

  it('refuses a taken id when told to, and says which run has it', async () => {
    await createHarness({ workflows });
    const first = await start(reference('quick'), ['a'], { id: 'order-1' });
    await expect(start(reference('quick'), ['b'], { id: 'order-1', onConflict: 'fail' })).rejects.toMatchObject({
      code: 'start_id_taken',
      message: expect.stringContaining(first.runId),
    });
  });

  it('replaces the run that has the id, which is cancelled', async () => {
    const harness = await createHarness({ workflows });
    const first = await start(reference('main'), ['old'], { id: 'order-1' });
    await harness.untilEvent(first, 'hook_created');
    const second = await start(reference('quick'), ['new'], { id: 'order-1', onConflict: 'replace' });
    await expect(first.returnValue).rejects.toMatchObject({ name: 'WorkflowRunCancelledError' });
    await expect(second.returnValue).resolves.toBe('new');
    expect((await start(reference('quick'), ['c'], { id: 'order-1' })).runId).toBe(second.runId);
  });

  it.each([
    [{ id: '' }, 'id'],
    [{ id: 7 }, 'id'],
    [{ onConflict: 'ignore' }, 'onConflict'],
    [{ key: 'order' }, 'key'],
    [{ attributes: { a: {} } }, 'attributes.a'],
    [{ delay: '1s', at: new Date() }, 'delay'],
    [{ timeout: new Date() }, 'timeout'],
  ])('refuses the options %j and starts nothing', async (options, option) => {
    const { world } = await createHarness({ workflows });
    await expect(start(reference('quick'), ['a'], options as never)).rejects.toMatchObject({
      code: 'start_option_invalid',
      message: expect.stringContaining(`The option ${option} of`),
    });
    expect((await world.listRuns({ limit: 10 })).runs).toEqual([]);
  });
});

describe('a delayed start', () => {
  const workflows: TestCode['workflows'] = { main: async () => Date.now() };

  it('makes the first turn at its time and not before', async () => {
    const clock = new VirtualClock();
    const harness = await createHarness({ workflows }, { clock });
    const at = clock.now() + HOUR;
    const run = await start(reference('main'), [], { delay: '1h' });
    clock.advance(HOUR - 1);
    await expect(run.status).resolves.toBe('pending');
    expect(await harness.journal(run)).toHaveLength(1);
    clock.advance(1);
    await expect(run.returnValue).resolves.toBe(at);
  });

  it('can be cancelled, and then none of its code runs', async () => {
    const clock = new VirtualClock();
    const harness = await createHarness({ workflows }, { clock });
    const run = await start(reference('main'), [], { at: new Date(clock.now() + HOUR) });
    await run.cancel({ reason: 'changed our mind' });
    await expect(run.returnValue).rejects.toMatchObject({ message: expect.stringContaining('changed our mind') });
    expect((await harness.journal(run)).map(({ type }) => type)).toEqual([
      'run_created',
      'run_cancel_requested',
      'run_cancelled',
    ]);
  });

  it('can be woken up', async () => {
    const clock = new VirtualClock();
    await createHarness({ workflows }, { clock });
    const run = await start(reference('main'), [], { delay: '1h' });
    await run.wakeUp();
    await expect(run.returnValue).resolves.toBe(clock.now());
  });
});

describe('a run with a timeout', () => {
  it('is told to end when its time is over, cleans up, and fails with the reason', async () => {
    const clock = new VirtualClock();
    const cleaned: string[] = [];
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ sleep, step }) => {
            try {
              await sleep('2h');
            } finally {
              await step('clean')();
            }
          },
        },
        steps: { clean: () => cleaned.push('cleaned') },
      },
      { clock },
    );
    const run = await start(reference('main'), [], { timeout: '1h' });
    await harness.untilEvent(run, 'wait_created');
    clock.advance(HOUR);
    await expect(run.returnValue).rejects.toMatchObject({ cause: { code: 'run_timed_out' } });
    await expect(run.status).resolves.toBe('failed');
    expect(cleaned).toEqual(['cleaned']);
  });

  it('fails without its code when the clean-up does not end either', async () => {
    const clock = new VirtualClock();
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ sleep }) => {
            try {
              await sleep('2h');
            } finally {
              await sleep('9h');
            }
          },
        },
      },
      { clock },
    );
    const run = await start(reference('main'), [], { timeout: '1h' });
    await harness.untilEvent(run, 'wait_created');
    clock.advance(HOUR);
    await harness.until(run, (events) => events.filter(({ type }) => type === 'wait_created').length === 2);
    clock.advance(30_000);
    await expect(run.returnValue).rejects.toMatchObject({ cause: { code: 'run_timed_out' } });
  });

  it('tells a running step by its signal', async () => {
    const clock = new VirtualClock();
    const begun = Promise.withResolvers<void>();
    const harness = await createHarness(
      {
        workflows: { main: async ({ step }) => await step('long')() },
        steps: {
          async long() {
            const { getStepMetadata } = await import('../../runtime/steps/step-functions.ts');
            const { signal } = getStepMetadata();
            begun.resolve();
            await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
            return signal.reason.code;
          },
        },
      },
      { clock },
    );
    const run = await start(reference('main'), [], { timeout: '1h' });
    await begun.promise;
    await harness.untilEvent(run, 'run_started');
    clock.advance(HOUR);
    await expect(run.returnValue).rejects.toMatchObject({ cause: { code: 'run_timed_out' } });
  });

  it('that ends in time is not touched', async () => {
    const clock = new VirtualClock();
    await createHarness({ workflows: { main: async () => 'quick' } }, { clock });
    const run = await start(reference('main'), [], { timeout: '1h' });
    await expect(run.returnValue).resolves.toBe('quick');
  });
});

describe('a paused run', () => {
  it('begins no step and ends no sleep until it is resumed', async () => {
    const clock = new VirtualClock();
    const executed: number[] = [];
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ sleep, step }) => {
            await sleep('1h');
            await step('work')(1);
            return await step('work')(2);
          },
        },
        steps: { work: (n: number) => executed.push(n) },
      },
      { clock },
    );
    const run = await harness.start('main');
    await harness.untilEvent(run, 'wait_created');
    await run.pause();
    await harness.untilEvent(run, 'run_paused');
    expect(await run.pausedAt).toEqual(new Date(clock.now()));
    clock.advance(2 * HOUR);
    await harness.deploy({ workflows: { other: async () => 'settles' } });
    expect((await harness.journal(run)).at(-1)?.type).toBe('run_paused');
    await run.resume();
    await harness.deploy({ workflows: {}, steps: { work: (n: number) => executed.push(n) } });
    await expect(run.returnValue).resolves.toBe(2);
    expect(executed).toEqual([1, 2]);
    expect(await run.pausedAt).toBeUndefined();
  });

  it('lets the step that runs finish, and holds the next one', async () => {
    const gate = Promise.withResolvers<string>();
    const executed: string[] = [];
    const harness = await createHarness({
      workflows: {
        main: async ({ step }) => [await step('first')(), await step('second')()],
      },
      steps: {
        first: () => gate.promise,
        second: () => {
          executed.push('second');
          return 'b';
        },
      },
    });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'step_started');
    await run.pause();
    await harness.untilEvent(run, 'run_paused');
    gate.resolve('a');
    await harness.until(run, (events) => events.filter(({ type }) => type === 'step_created').length === 2);
    expect(executed).toEqual([]);
    await run.resume();
    await expect(run.returnValue).resolves.toEqual(['a', 'b']);
  });

  it('begins no step that waits for its turn', async () => {
    const gate = Promise.withResolvers<void>();
    const executed: string[] = [];
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ step }) => await Promise.all([step('work')('first'), step('work')('second')]),
        },
        steps: {
          async work(name: string) {
            executed.push(name);
            await gate.promise;
          },
        },
      },
      { env: { WORKFLOW_CONCURRENCY: '1' } },
    );
    const run = await harness.start('main');
    await harness.untilEvent(run, 'step_started');
    await run.pause();
    await harness.untilEvent(run, 'run_paused');
    gate.resolve();
    await harness.untilEvent(run, 'step_completed');
    expect(executed).toEqual(['first']);
    await run.resume();
    await run.returnValue;
    expect(executed).toEqual(['first', 'second']);
  });

  it('accepts payloads and can be cancelled', async () => {
    const harness = await createHarness({
      workflows: { main: async ({ createHook, sleep }) => [await createHook({ token: 'go' }), await sleep('1h')] },
    });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await run.pause();
    await harness.world.deliverToHook('go', '[1]', Date.now());
    await harness.untilEvent(run, 'wait_created');
    await run.cancel();
    await expect(run.returnValue).rejects.toMatchObject({ name: 'WorkflowRunCancelledError' });
  });
});

describe('wakeUp()', () => {
  it('with ids ends only those sleeps', async () => {
    const clock = new VirtualClock();
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ sleep }) => await Promise.race([sleep('1h').then(() => 'a'), sleep('2h').then(() => 'b')]),
        },
      },
      { clock },
    );
    const run = await harness.start('main');
    const events = await harness.untilEvent(run, 'wait_created');
    expect(events.filter(({ type }) => type === 'wait_created')).toHaveLength(2);
    const id = `step_${run.runId.slice('wrun_'.length)}_1`;
    await expect(run.wakeUp({ correlationIds: [id] })).resolves.toEqual({ stoppedCount: 1 });
    await expect(run.returnValue).resolves.toBe('b');
  });

  it('says how many sleeps it ends', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ sleep, createHook }) => {
          await sleep(0);
          await Promise.all([sleep('1h'), sleep('2h')]);
          return await createHook({ token: 'end' });
        },
      },
    });
    const run = await harness.start('main');
    await harness.until(run, (events) => events.filter(({ type }) => type === 'wait_created').length === 3);
    await expect(run.wakeUp()).resolves.toEqual({ stoppedCount: 2 });
    await harness.untilEvent(run, 'hook_created');
    await expect(run.wakeUp()).resolves.toEqual({ stoppedCount: 0 });
    await run.cancel();
  });

  it('refuses an id that is none of this run', async () => {
    const harness = await createHarness({ workflows: { main: async ({ sleep }) => await sleep('1h') } });
    const run = await harness.start('main');
    await expect(run.wakeUp({ correlationIds: ['x'] })).rejects.toMatchObject({ code: 'wait_id_invalid' });
    await run.cancel();
  });
});

describe('attributes', () => {
  it('are kept with the run', async () => {
    await createHarness({ workflows: { main: async () => 1 } });
    const run = await start(reference('main'), [], { attributes: { customer: 'c1', urgent: true, total: 12.5 } });
    await expect(getRun(run.runId).attributes).resolves.toEqual({ customer: 'c1', urgent: true, total: 12.5 });
    await run.returnValue;
  });
});
