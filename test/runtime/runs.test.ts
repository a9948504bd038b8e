import { describe, expect, it } from 'vitest';
import { getRun, start } from '../../runtime/entries/api.ts';
import {
  EntityConflictError,
  WorkflowRunCancelledError,
  WorkflowRunFailedError,
  WorkflowRunNotFoundError,
} from '../../runtime/entries/errors.ts';
import { createWorld, type World } from '../../runtime/entries/runtime.ts';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { VirtualClock } from './virtual-clock.ts';

const UNKNOWN_RUN = 'wrun_00000000000000000000000000';

describe('a run', () => {
  it('carries its arguments and result with their types', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async (_, when: Date, tags: Set<string>) => ({ when, tags, isDate: when instanceof Date, n: 10n }),
      },
    });
    const run = await start('main', new Date(7), new Set(['a']));
    await expect(run.returnValue).resolves.toEqual({ when: new Date(7), tags: new Set(['a']), isDate: true, n: 10n });
  });

  it('tells its state', async () => {
    const clock = new VirtualClock();
    const { start, untilEvent } = await createHarness(
      { workflows: { main: async ({ sleep }) => await sleep('1h') } },
      { clock },
    );
    const begin = new Date(clock.now());
    const run = await start('main');
    await untilEvent(run, 'wait_created');
    await expect(run.status).resolves.toBe('running');
    await expect(run.exists).resolves.toBe(true);
    await expect(run.workflowName).resolves.toBe(workflowIdOf('main'));
    await expect(run.completedAt).resolves.toBeUndefined();
    clock.advance(3_600_000);
    await run.returnValue;
    await expect(run.status).resolves.toBe('completed');
    await expect(run.createdAt).resolves.toEqual(begin);
    await expect(run.startedAt).resolves.toEqual(begin);
    await expect(run.completedAt).resolves.toEqual(new Date(clock.now()));
  });

  it('that throws is failed, and the error is the cause', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async () => {
          throw new RangeError('too much', { cause: new TypeError('inner') });
        },
      },
    });
    const run = await start('main');
    const error = await run.returnValue.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WorkflowRunFailedError);
    const { cause } = error as Error & { cause: Error };
    expect(cause).toBeInstanceOf(RangeError);
    expect(cause.message).toBe('too much');
    expect(cause.cause).toBeInstanceOf(TypeError);
    await expect(run.status).resolves.toBe('failed');
  });

  it('whose result cannot be stored is failed, with the path', async () => {
    const { start } = await createHarness({ workflows: { main: async () => ({ a: [Symbol('x')] }) } });
    await expect((await start('main')).returnValue).rejects.toThrow(/result\.a\[0\]/);
  });

  it('can be awaited long after it ended, any number of times', async () => {
    const { start } = await createHarness({ workflows: { main: async (_, n: number) => n } });
    const { runId } = await start('main', 4);
    await getRun(runId).returnValue;
    await expect(Promise.all([getRun(runId).returnValue, getRun(runId).returnValue])).resolves.toEqual([4, 4]);
  });

  it('that is unknown is not found by any question', async () => {
    await createHarness({ workflows: {} });
    const run = getRun(UNKNOWN_RUN);
    await expect(run.exists).resolves.toBe(false);
    await expect(run.status).rejects.toThrow(WorkflowRunNotFoundError);
    await expect(run.returnValue).rejects.toThrow(WorkflowRunNotFoundError);
    await expect(run.cancel()).rejects.toThrow(WorkflowRunNotFoundError);
    const wrong = getRun('run-1');
    await expect(wrong.exists).resolves.toBe(false);
    await expect(wrong.status).rejects.toThrow(/is not a run id/);
  });
});

describe('a runtime that is closed', () => {
  it('lets nobody wait for ever', async () => {
    const { start, untilEvent, runtime } = await createHarness({
      workflows: { main: async ({ createHook }) => await createHook({ token: 'later' }) },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    const reader = run.readable.getReader();
    const waiting = [run.returnValue, reader.read()];
    await Promise.race([runtime.close(), ...waiting.map((promise) => promise.catch(() => {}))]);
    for (const promise of waiting) await expect(promise).rejects.toMatchObject({ code: 'runtime_closed' });
    await runtime.close();
    await expect(run.status).rejects.toMatchObject({ code: 'runtime_closed' });
  });
});

describe('start', () => {
  it.each([
    ['undefined', undefined],
    ['a function "plain"', function plain() {}],
    ['an object', { id: 1 }],
  ])('refuses %s, and says how a function becomes a workflow', async (_, value) => {
    await createHarness({ workflows: {} });
    await expect(start(value as never)).rejects.toMatchObject({
      code: 'start_not_a_workflow',
      message: expect.stringContaining("'use workflow'"),
    });
  });

  it('refuses a step by its name, and says to start a workflow that calls it', async () => {
    await createHarness({ workflows: {} });
    const step = Object.assign(() => {}, { stepId: 'step//./a//charge' });
    await expect(start(step as never)).rejects.toMatchObject({
      code: 'start_not_a_workflow',
      message: expect.stringContaining('got the step "charge". Fix: start a workflow that calls the step.'),
    });
  });

  it('refuses arguments that are no array', async () => {
    await createHarness({ workflows: {} });
    await expect(start({ workflowId: 'workflow//a//b' }, 'x' as never)).rejects.toMatchObject({
      code: 'start_arguments_not_array',
    });
  });

  it('refuses an argument that cannot be stored, naming its path, and creates nothing', async () => {
    const { world } = await createHarness({ workflows: { main: async () => {} } });
    const broken = start({ workflowId: workflowIdOf('main') }, [{ user: { socket: () => {} } }] as never);
    await expect(broken).rejects.toMatchObject({
      code: 'value_not_serializable',
      message: expect.stringContaining('args[0].user.socket'),
    });
    expect((await world.listRuns({ limit: 10 })).runs).toEqual([]);
  });
});

describe('cancel', () => {
  it('lets finally blocks and their steps run, tells running steps, and ends the run', async () => {
    const events: string[] = [];
    const began = Promise.withResolvers<void>();
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          try {
            await step('long')();
          } finally {
            await step('release')();
          }
        },
      },
      steps: {
        long: async () => {
          const { signal } = getStepMetadata();
          began.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          events.push('aborted');
        },
        release: () => events.push('released'),
      },
    });
    const run = await start('main');
    await began.promise;
    await run.cancel({ reason: 'customer left' });
    const error = await run.returnValue.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WorkflowRunCancelledError);
    expect(error).toMatchObject({ reason: 'customer left' });
    expect(events.toSorted()).toEqual(['aborted', 'released']);
    await expect(run.status).resolves.toBe('cancelled');
  });

  it('keeps a step from beginning that was asked for in the same moment', async () => {
    const memory = await createWorld({ kind: 'memory' });
    const gate = Promise.withResolvers<void>();
    let isHeld = false;
    const world: World = new Proxy(memory, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name !== 'commit') return (value as (...args: unknown[]) => unknown).bind(target);
        return async (...args: unknown[]) => {
          if (isHeld) await gate.promise;
          return await (Reflect.apply(value, target, args) as Promise<unknown>);
        };
      },
    });
    const finish: Record<string, () => void> = {};
    let executed = 0;
    const { start, untilEvent } = await createHarness(
      {
        workflows: {
          main: async ({ step }) => {
            await Promise.all([step('wait')('first'), step('wait')('second').then(() => step('never')())]);
          },
        },
        steps: {
          wait: (name: string) => new Promise<void>((resolve) => (finish[name] = resolve)),
          never: () => (executed += 1),
        },
      },
      { world },
    );
    const run = await start('main');
    await untilEvent(run, 'step_created');
    isHeld = true;
    // The commit of the first result is under way when the second result and the cancel come: they share the next one.
    finish['first']!();
    await new Promise(setImmediate);
    finish['second']!();
    await new Promise(setImmediate);
    await run.cancel();
    isHeld = false;
    gate.resolve();
    await expect(run.returnValue).rejects.toThrow(WorkflowRunCancelledError);
    const types = (await untilEvent(run, 'run_cancelled')).map((event) => event.type);
    expect(types.filter((type) => type === 'step_created')).toHaveLength(3);
    expect(executed).toBe(0);
  });

  it('ends a run that waits for a sleep or a hook', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: {
        main: async ({ sleep, createHook }) => await Promise.all([sleep('30d'), createHook({ token: 'free me' })]),
      },
    });
    const run = await start('main');
    await untilEvent(run, 'wait_created');
    await run.cancel();
    await expect(run.returnValue).rejects.toThrow(WorkflowRunCancelledError);
    const next = await start('main');
    await untilEvent(next, 'hook_created');
    expect((await untilEvent(next, 'hook_created')).some((event) => event.type === 'hook_conflict')).toBe(false);
  });

  it('is forced after the grace period when the clean-up does not end', async () => {
    const clock = new VirtualClock();
    const { start, untilEvent } = await createHarness(
      {
        workflows: {
          main: async ({ sleep }) => {
            try {
              await sleep('1d');
            } finally {
              await sleep('1d');
            }
          },
        },
      },
      { clock },
    );
    const run = await start('main');
    await untilEvent(run, 'wait_created');
    await run.cancel();
    await untilEvent(run, 'run_cancel_requested');
    clock.advance(30_000);
    await expect(run.returnValue).rejects.toThrow(WorkflowRunCancelledError);
  });

  it('of a run that has ended is refused and changes nothing', async () => {
    const { start } = await createHarness({ workflows: { main: async () => 1 } });
    const run = await start('main');
    await run.returnValue;
    await expect(run.cancel()).rejects.toThrow(EntityConflictError);
    await expect(run.status).resolves.toBe('completed');
  });
});
