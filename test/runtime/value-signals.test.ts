/** The abort signals of a workflow reach the steps that have them, also when they are aborted later. */
import { expect, it } from 'vitest';
import { resumeHook } from '../../runtime/entries/api.ts';
import { createHarness } from './harness.ts';

/** A step that runs until the signal it was given is aborted, and gives the reason. */
function untilAborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener('abort', () => resolve(signal.reason));
  });
}

it('a step that runs sees the abort that the workflow makes later, with its reason', async () => {
  const { start, journal } = await createHarness({
    workflows: {
      main: async ({ step, createHook }) => {
        const controller = new AbortController();
        const running = step('untilAborted')(controller.signal);
        await createHook({ token: 'stop' });
        controller.abort(new RangeError('enough'));
        const error = await running;
        return [error instanceof RangeError, error.message];
      },
    },
    steps: { untilAborted },
  });
  const run = await start('main');
  await resumeHook('stop');
  await expect(run.returnValue).resolves.toEqual([true, 'enough']);
  expect((await journal(run)).map(({ type }) => type)).toContain('signal_aborted');
});

it('a step that runs sees the end of AbortSignal.timeout(), and signals made of others are aborted with them', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ step }) => {
        const own = new AbortController();
        const timeout = AbortSignal.timeout(20);
        const running = [timeout, AbortSignal.any([own.signal, timeout])].map((signal) =>
          step('untilAborted')({ signal }),
        );
        return (await Promise.all(running)).map((error) => [error instanceof DOMException, error.name]);
      },
    },
    steps: { untilAborted: ({ signal }: { signal: AbortSignal }) => untilAborted(signal) },
  });
  await expect((await start('main')).returnValue).resolves.toEqual([
    [true, 'TimeoutError'],
    [true, 'TimeoutError'],
  ]);
});

it('an attempt that begins after the abort gets the signal aborted', async () => {
  let attempts = 0;
  const { start } = await createHarness({
    workflows: {
      main: async ({ step }) => {
        const controller = new AbortController();
        const running = step('fail')(controller.signal);
        controller.abort('stopped');
        return await running;
      },
    },
    steps: {
      async fail(signal: AbortSignal) {
        attempts += 1;
        const reason = await untilAborted(signal);
        if (attempts === 1) throw new Error('again');
        return [attempts, reason];
      },
    },
  });
  await expect((await start('main')).returnValue).resolves.toEqual([2, 'stopped']);
});

it.each<[what: string, givesReason: boolean, error: string]>([
  ['an AbortError', false, 'AbortError'],
  ['the reason of the signal', true, 'RangeError'],
])(
  'a step that ends with %s because the workflow aborted its signal is not tried again',
  async (_, givesReason, error) => {
    let attempts = 0;
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, createHook }) => {
          const controller = new AbortController();
          const running = step('work')({ signal: controller.signal });
          await createHook({ token: 'stop' });
          controller.abort(new RangeError('enough'));
          return await running.catch(({ name }: Error) => name);
        },
      },
      steps: {
        async work({ signal }: { signal: AbortSignal }) {
          attempts += 1;
          await untilAborted(signal);
          throw givesReason ? signal.reason : new DOMException('The operation was aborted', 'AbortError');
        },
      },
    });
    const run = await start('main');
    await resumeHook('stop');
    await expect(run.returnValue).resolves.toBe(error);
    expect(attempts).toBe(1);
  },
);

it('an AbortError that no signal of the workflow has caused is tried again', async () => {
  let attempts = 0;
  const { start } = await createHarness({
    workflows: { main: async ({ step }) => await step('work')(new AbortController().signal) },
    steps: {
      work(_signal: AbortSignal) {
        attempts += 1;
        if (attempts === 1) throw new DOMException('The operation was aborted', 'AbortError');
        return attempts;
      },
    },
  });
  await expect((await start('main')).returnValue).resolves.toBe(2);
});

it('a signal that comes back to its workflow is the same object, and one that nobody aborts costs no event', async () => {
  const { start, journal } = await createHarness({
    workflows: {
      main: async ({ step }) => {
        const { signal } = new AbortController();
        const back = await step('give')([signal, signal]);
        return [back[0] === signal, back[1] === signal, signal.aborted];
      },
    },
    steps: { give: (value: unknown) => value },
  });
  const run = await start('main');
  await expect(run.returnValue).resolves.toEqual([true, true, false]);
  expect((await journal(run)).map(({ type }) => type)).not.toContain('signal_aborted');
});

it('a listener of the workflow that stops the event does not keep the abort from steps', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ step }) => {
        const controller = new AbortController();
        controller.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
        const running = step('untilAborted')(controller.signal);
        controller.abort('stopped');
        return await running;
      },
    },
    steps: { untilAborted },
  });
  await expect((await start('main')).returnValue).resolves.toBe('stopped');
});
