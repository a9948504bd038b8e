/** Runs, hooks and workflow functions as values; and signals of the application, which runs follow. */
import { expect, it, vi } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import { resumeHook, Run, start as startRun } from '../../runtime/entries/api.ts';
import { markWorkflow } from '../../runtime/entries/compiled.ts';
import { WAIT } from '../time-limits.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

it('a run that a workflow is given, or has started, is a run in its steps', async () => {
  const { start } = await createHarness({
    workflows: {
      child: async () => 'done',
      main: async ({ step, startChild }, other) => {
        const child = await startChild({ workflowId: 'workflow//./test//child' }, []);
        const of = [await step('wait')(child), await step('wait')({ run: other }), other.runId];
        const refused = await Promise.resolve()
          .then(() => other.cancel())
          .catch((error: { code: string }) => error.code);
        return [...of, refused, other];
      },
    },
    steps: {
      wait: async (value: Run | { run: Run }) => {
        const run = value instanceof Run ? value : value.run;
        return [run instanceof Run, await run.returnValue];
      },
    },
  });
  const other = await start('child');
  const result = (await (await start('main', other)).returnValue) as unknown[];
  expect(result.slice(0, -1)).toEqual([[true, 'done'], [true, 'done'], other.runId, 'context_not_in_step']);
  expect(result.at(-1)).toBeInstanceOf(Run);
});

it('a run that a workflow is given has nothing that only steps can do, and says so for all of it', async () => {
  const names = Object.getOwnPropertyNames(Run.prototype).filter((name) => name !== 'constructor');
  const { start } = await createHarness({
    workflows: {
      main: async (_, other, members: string[]) =>
        members.filter((name) => {
          try {
            other[name]();
          } catch (error) {
            return (error as { code: string }).code !== 'context_not_in_step';
          }
          return true;
        }),
    },
  });
  const other = await start('main', { runId: '' }, []);
  await expect((await start('main', other, names)).returnValue).resolves.toEqual([]);
});

it('a hook that a workflow passes to a step can be resumed with, and comes back as itself', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ step, createHook }) => {
        const hook = createHook();
        const [back] = await step('answer')({ hook });
        return [back === hook, await hook];
      },
    },
    steps: {
      answer: async ({ hook }: { hook: { token: string } }) => {
        await resumeHook(hook, 'from the step');
        return [hook];
      },
    },
  });
  const [, payload] = (await (await start('main')).returnValue) as unknown[];
  expect(payload).toBe('from the step');
});

it('a workflow function can be started where it was passed to', async () => {
  const { start } = await createHarness({
    workflows: {
      child: async (_, text) => `child ${text}`,
      main: async ({ step, startChild }, workflow) => {
        const child = await startChild(workflow, ['of the workflow']);
        return [await child.returnValue, await step('begin')(workflow)];
      },
    },
    steps: {
      begin: async (workflow: () => Promise<unknown>) =>
        await (
          await startRun(workflow, ['of a step'] as never)
        ).returnValue,
    },
  });
  const child = markWorkflow(workflowIdOf('child'), async () => {});
  await expect((await start('main', child)).returnValue).resolves.toEqual(['child of the workflow', 'child of a step']);
});

const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener('abort', () => resolve(signal.reason));
  });

it('a run follows the signals that it was started and resumed with, and so do its steps', async () => {
  const { start, untilEvent, journal } = await createHarness({
    workflows: {
      main: async ({ step, createHook }, { signal, controller }) => {
        const hook = createHook({ token: 'signal' });
        const inStep = step('untilAborted')(signal);
        const other = (await hook) as AbortSignal;
        // In whichever order they come: each is a message of its own.
        const [reason] = await Promise.all(
          [other, controller.signal].map(
            async (one: AbortSignal) =>
              await new Promise((resolve) => {
                if (one.aborted) resolve(one.reason);
                one.addEventListener('abort', () => resolve(one.reason));
              }),
          ),
        );
        return [reason, await inStep, signal.reason.message, controller.signal.aborted];
      },
    },
    steps: { untilAborted: async (signal: AbortSignal) => ((await untilAborted(signal)) as Error).message },
  });
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const run = await start('main', { signal: first.signal, controller: third });
  await untilEvent(run, 'hook_created');
  await resumeHook('signal', second.signal);
  await untilEvent(run, 'hook_received');
  third.abort();
  second.abort('second');
  first.abort(new RangeError('first'));
  await expect(run.returnValue).resolves.toEqual(['second', 'first', 'first', true]);
  expect((await journal(run)).filter(({ type }) => type === 'signal_received')).toHaveLength(3);
});

it('an abort before the run begins is there when it begins', async () => {
  const { world, journal } = await createHarness({
    workflows: { main: async (_, signal, controller) => [signal.aborted, signal.reason, controller.signal.aborted] },
  });
  const later = new AbortController();
  const reference = { workflowId: workflowIdOf('main') };
  const run = await startRun(reference, [later.signal, later] as never, { delay: '1h' });
  later.abort('at once');
  // It waits for the run in the store, or a worker has put it into the journal already.
  const isHeard = ({ type }: { type: string }): boolean => type === 'signal' || type === 'signal_received';
  await vi.waitUntil(async () => {
    const waiting = (await world.readInbox(run.runId as RunId)).map(({ content }) => content);
    return [...waiting, ...(await journal(run))].some(isHeard);
  }, WAIT);
  await run.wakeUp();
  await expect(run.returnValue).resolves.toEqual([true, 'at once', true]);
});

it('the copy of a controller refuses to abort the original', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ step }) => {
        const controller = new AbortController();
        const refused = await step('stop')(controller).catch((error: { code: string }) => error.code);
        return [refused, controller.signal.aborted];
      },
    },
    steps: {
      stop: Object.assign((controller: AbortController) => controller.abort(), { maxRetries: 0 }),
    },
  });
  await expect((await start('main')).returnValue).resolves.toEqual(['value_controller_copy', false]);
});
