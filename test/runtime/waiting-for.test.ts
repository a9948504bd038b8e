/** `run.waitingFor()`: in the process that has the run, and in one that has no code at all. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WaitingFor } from '../../runtime/entries/api.ts';
import { getRun, resumeHook } from '../../runtime/entries/api.ts';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import { toStepId, type RunId } from '../../runtime/contract/ids.ts';
import type { World } from '../../runtime/world/world.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, nextChange, type Harness } from './harness.ts';

const KEY = Symbol.for('workflow.runtime');

/** Asks as a process without any build does, that is connected to the same store. */
async function askElsewhere(world: World, runId: string): Promise<WaitingFor[]> {
  const holder = globalThis as Record<symbol, unknown>;
  const own = holder[KEY];
  const operator = new Runtime(readSettings({}));
  operator.setWorld(world);
  holder[KEY] = operator;
  try {
    return await getRun(runId).waitingFor();
  } finally {
    holder[KEY] = own;
  }
}

/** The answers here and elsewhere, which are the same. */
async function ask({ world }: Harness, run: { runId: string }): Promise<WaitingFor[]> {
  const here = await getRun(run.runId).waitingFor();
  expect(await askElsewhere(world, run.runId)).toEqual(here);
  return here;
}

/** Resolves when the record of the run is so. */
async function untilRun(world: World, { runId }: { runId: string }, test: 'parked' | 'pausedAt'): Promise<void> {
  for (;;) {
    const changed = nextChange(world);
    if ((await world.readRun(runId as RunId))?.[test]) return;
    await changed;
  }
}

/** Steps that run when the test ends are not waited for. */
const IMPATIENT = { WORKFLOW_DRAIN_MS: '0' };

/** A step that ends after the test. */
function endless(): () => Promise<void> {
  const end = Promise.withResolvers<void>();
  onTestFinished(() => end.resolve());
  return () => end.promise;
}

describe('a run waits for', () => {
  it('nothing once it has ended', async () => {
    const harness = await createHarness({ workflows: { main: async () => 1 } });
    const run = await harness.start('main');
    await run.returnValue;
    expect(await ask(harness, run)).toEqual([]);
  });

  it('the end of a step that runs', async () => {
    const code = {
      workflows: { main: async ({ step }) => await step('work')() },
      steps: { work: endless() },
    } as TestCode;
    const harness = await createHarness(code, { env: IMPATIENT });
    const run = await harness.start('main');
    const journal = await harness.untilEvent(run, 'step_started');
    expect(await ask(harness, run)).toEqual([
      {
        kind: 'step',
        since: new Date(journal.at(-1)!.at),
        until: null,
        at: null,
        stepId: toStepId(run.runId as RunId, 0),
        stepName: 'step//./test//work',
        attempt: 1,
      },
    ]);
  });

  it('the next attempt of a step, and says how the last one failed', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ step }) => await Object.assign(step('bank'), { retry: { minDelay: '1h' } })(),
      },
      steps: {
        bank: () => {
          throw Object.assign(new TypeError('it is closed'), { code: 'BANK_CLOSED' });
        },
      },
    });
    const run = await harness.start('main');
    const [retrying] = (await harness.untilEvent(run, 'step_retrying')).filter(({ type }) => type === 'step_retrying');
    expect(await ask(harness, run)).toMatchObject([
      {
        kind: 'retry',
        since: new Date(retrying!.at),
        until: new Date((retrying as { retryAt: number }).retryAt),
        attempt: 2,
        error: { name: 'TypeError', message: 'it is closed', code: 'BANK_CLOSED' },
      },
    ]);
  });

  it('the end of a sleep, a payload, and the end of a child, all at once', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ sleep, createHook, startChild }) => {
          const child = await startChild({ workflowId: 'workflow//./test//child' });
          await Promise.all([sleep('1d'), createHook({ token: 'several' }), child.returnValue]);
        },
        child: async ({ sleep }) => await sleep('2d'),
      },
    });
    const run = await harness.start('main');
    const journal = await harness.untilEvent(run, 'hook_created');
    const wait = journal.find(({ type }) => type === 'wait_created') as { at: number; dueAt: number };
    const child = journal.find(({ type }) => type === 'child_created') as unknown as { childId: string; at: number };
    const id = (call: number) => toStepId(run.runId as RunId, call);
    expect(await ask(harness, run)).toEqual([
      { kind: 'child', since: new Date(child.at), until: null, at: null, correlationId: id(0), runId: child.childId },
      { kind: 'sleep', since: new Date(wait.at), until: new Date(wait.dueAt), at: null, correlationId: id(1) },
      { kind: 'hook', since: new Date(wait.at), until: null, at: null, correlationId: id(2), token: 'several' },
    ]);
  });

  it('the next payload, since the last one', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ createHook, globals }) => {
          for await (const _ of createHook({ token: 'next' })) if (globals.Date.now() === 0) return;
        },
      },
    });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await resumeHook('next', 1);
    const journal = await harness.untilEvent(run, 'hook_received');
    expect(await ask(harness, run)).toMatchObject([
      { kind: 'hook', token: 'next', since: new Date(journal.at(-1)!.at) },
    ]);
  });

  it.each<[string, TestCode['workflows'][string]]>([
    ['from the beginning', async () => await new Promise(() => {})],
    [
      'after a step',
      async ({ step }) => {
        await step('work')();
        await new Promise(() => {});
      },
    ],
    [
      'beside a hook and a child for which it does not wait',
      async ({ step, createHook, startChild }) => {
        createHook({ token: 'unawaited' });
        await startChild({ workflowId: 'workflow//./test//child' }, [], { detached: true });
        await step('work')();
        await new Promise(() => {});
      },
    ],
    [
      'after a hook that another run has',
      async ({ step, createHook }) => {
        try {
          await createHook({ token: 'taken' });
        } catch {
          await step('work')();
        }
        await new Promise(() => {});
      },
    ],
  ])('a promise that nothing settles, %s', async (_, main) => {
    const holder: TestCode['workflows'][string] = async ({ createHook }) => await createHook({ token: 'taken' });
    const child: TestCode['workflows'][string] = async ({ sleep }) => await sleep('1d');
    const harness = await createHarness({ workflows: { main, holder, child }, steps: { work: () => 1 } });
    await harness.untilEvent(await harness.start('holder'), 'hook_created');
    const run = await harness.start('main');
    const isQuiet = main.toString().includes('step(') ? 'step_completed' : 'run_started';
    const journal = await harness.untilEvent(run, isQuiet);
    expect(await ask(harness, run)).toEqual([
      { kind: 'promise', since: new Date(journal.at(-1)!.at), until: null, at: null },
    ]);
  });

  it('the end of its pause, with what is open besides', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ sleep, step, createHook }) => {
          const hook = createHook({ token: 'paused' });
          await Promise.all([sleep('1h'), hook.then(() => step('work')())]);
        },
      },
      steps: { work: () => 1 },
    });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await run.pause();
    await untilRun(harness.world, run, 'pausedAt');
    await resumeHook('paused');
    await harness.untilEvent(run, 'step_created');
    expect(await ask(harness, run)).toMatchObject([
      { kind: 'limit', message: 'the run is paused' },
      { kind: 'sleep' },
      { kind: 'limit', message: 'the run is paused', stepName: 'step//./test//work' },
    ]);
  });

  it('its start, when it was to start later', async () => {
    const harness = await createHarness({ workflows: { main: async () => 1 } });
    const { start } = await import('../../runtime/entries/api.ts');
    const run = await start({ workflowId: 'workflow//./test//main' }, [], { delay: '1h' });
    const [wait, ...others] = await ask(harness, run);
    expect(wait).toEqual({ kind: 'sleep', since: await run.createdAt, until: expect.any(Date), at: null });
    expect(Math.round((wait!.until!.getTime() - wait!.since.getTime()) / 60_000)).toBe(60);
    expect(others).toEqual([]);
  });

  it('a worker, when none is on the store', async () => {
    const harness = await createHarness({ workflows: { main: async () => 1 } }, { env: { WORKFLOW_ROLE: 'producer' } });
    const run = await harness.start('main');
    expect(await ask(harness, run)).toMatchObject([
      { kind: 'limit', until: null, message: 'no worker has taken it: none is on this store' },
    ]);
  });

  it('the places that WORKFLOW_BUSY_RUNS leaves it', async () => {
    const code = {
      workflows: { main: async ({ step }) => await step('work')() },
      steps: { work: endless() },
    } as TestCode;
    const harness = await createHarness(code, { env: { ...IMPATIENT, WORKFLOW_BUSY_RUNS: '1' } });
    await harness.untilEvent(await harness.start('main'), 'step_started');
    const run = await harness.start('main');
    expect(await run.waitingFor()).toMatchObject([
      { kind: 'limit', message: expect.stringContaining('WORKFLOW_BUSY_RUNS') },
    ]);
  });

  it('one of the places of a step, or of the process', async () => {
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ step }) => {
            const alone = Object.assign(step('work'), { concurrency: 1 });
            await Promise.all([alone(), alone(), step('other')(), step('other')()]);
          },
        },
        steps: { work: endless(), other: endless() },
      },
      { env: { ...IMPATIENT, WORKFLOW_CONCURRENCY: '2' } },
    );
    const run = await harness.start('main');
    await harness.until(run, (events) => events.filter(({ type }) => type === 'step_started').length === 2);
    expect(await run.waitingFor()).toMatchObject([
      { kind: 'step' },
      { kind: 'limit', message: 'the concurrency of its step (1)' },
      { kind: 'step' },
      { kind: 'limit', message: expect.stringContaining('WORKFLOW_CONCURRENCY') },
    ]);
  });

  it('a worker of another kind', async () => {
    const harness = await createHarness({
      workflows: { main: async ({ step }) => await Object.assign(step('draw'), { worker: 'gpu' })() },
      steps: { draw: () => 1 },
    });
    const run = await harness.start('main');
    for (;;) {
      const changed = nextChange(harness.world);
      if ((await harness.world.listOffers(run.runId as RunId)).length > 0) break;
      await changed;
    }
    expect(await ask(harness, run)).toMatchObject([
      { kind: 'limit', message: 'no worker of the kind "gpu" has taken it' },
    ]);
  });

  it('code that fits, when it is parked, and for what was open', async () => {
    const harness = await createHarness({
      workflows: { main: async ({ step, sleep }) => await Promise.all([sleep('1d'), step('missing')()]) },
    });
    const run = await harness.start('main');
    await untilRun(harness.world, run, 'parked');
    const { code, message } = (await run.summary()).parked!;
    expect(await ask(harness, run)).toMatchObject([
      { kind: 'code', code, message },
      { kind: 'sleep' },
      { kind: 'limit', message: 'the run is parked' },
    ]);
  });

  it('the same for a process that lacks the keys of the store, without place and error', async () => {
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ step }, value: string) =>
            await Object.assign(step('bank'), { retry: { minDelay: '1h' } })(value),
        },
        steps: {
          bank: (value: string) => {
            throw new Error(value);
          },
        },
      },
      { env: { WORKFLOW_ENCRYPTION_KEYS: `k1:${'A'.repeat(43)}` } },
    );
    const run = await harness.start('main', 'secret');
    await harness.untilEvent(run, 'step_retrying');
    const [here] = await run.waitingFor();
    expect(here).toMatchObject({ kind: 'retry', error: { message: 'secret' } });
    const message = expect.stringContaining('cannot be read here');
    const error = { name: 'Error', message, code: null, at: null, stack: null };
    expect(await askElsewhere(harness.world, run.runId)).toEqual([{ ...here, error }]);
  });

  it('what its last part has asked for, when it has begun anew with a hook', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ createHook, continueAs, sleep }, isLast: boolean) => {
          const kept = createHook({ token: 'kept' });
          if (isLast) return await kept;
          await sleep(0);
          return await continueAs([true]);
        },
      },
    });
    const run = await harness.start('main', false);
    const journal = await harness.untilEvent(run, 'run_continued');
    const { at } = journal.findLast(({ type }) => type === 'run_continued')!;
    expect(await ask(harness, run)).toMatchObject([{ kind: 'hook', token: 'kept', since: new Date(at) }]);
  });
});
