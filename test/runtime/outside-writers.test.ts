/** Code outside of a run writes to its streams. */
import { expect, it } from 'vitest';
import { getRun } from '../../runtime/entries/api.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';

const waiting = {
  workflows: {
    main: async ({ step, createHook }: any) => {
      await step('write')('from the step');
      await createHook({ token: 'end' });
    },
  },
  steps: {
    write: async (chunk: unknown) => {
      const writer = getWritable().getWriter();
      await writer.write(chunk);
      writer.releaseLock();
    },
  },
};

it('what it writes reaches the readers of the run, between what the run writes', async () => {
  const harness = await createHarness(waiting);
  const run = await harness.start('main');
  await harness.untilEvent(run, 'hook_created');
  const writer = getRun(run.runId).writable.getWriter();
  await writer.write({ from: new Map([['outside', 1]]) });
  await writer.write(new Uint8Array([1, 2]));
  const reader = run.readable.getReader();
  expect((await reader.read()).value).toBe('from the step');
  expect((await reader.read()).value).toEqual({ from: new Map([['outside', 1]]) });
  expect((await reader.read()).value).toEqual(new Uint8Array([1, 2]));
  await run.cancel();
});

it('a stream that it closes takes nothing more, and the others go on', async () => {
  const harness = await createHarness(waiting);
  const run = await harness.start('main');
  await harness.untilEvent(run, 'hook_created');
  const source = new ReadableStream({
    start(controller) {
      for (const chunk of ['a', 'b']) controller.enqueue(chunk);
      controller.close();
    },
  });
  await source.pipeTo(run.getWritable({ namespace: 'log' }));
  const chunks = [];
  for await (const chunk of run.getReadable({ namespace: 'log' })) chunks.push(chunk);
  expect(chunks).toEqual(['a', 'b']);
  const late = run.getWritable({ namespace: 'log' }).getWriter();
  await expect(late.write('c')).rejects.toMatchObject({ code: 'stream_closed' });
  await run.getWritable({ namespace: 'other' }).getWriter().write('c');
  await run.cancel();
});

it('a run that has ended, is unknown, or a value that cannot be stored is an error of the write', async () => {
  const harness = await createHarness({ workflows: { main: async () => 1 } });
  const run = await harness.start('main');
  await run.returnValue;
  await expect(run.writable.getWriter().write(1)).rejects.toMatchObject({ name: 'EntityConflictError' });
  const unknown = getRun('wrun_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await expect(unknown.writable.getWriter().write(1)).rejects.toMatchObject({ name: 'WorkflowRunNotFoundError' });
  await expect(run.writable.getWriter().write(() => 1)).rejects.toMatchObject({ code: 'value_not_serializable' });
  expect(() => run.getWritable({ namspace: 'x' } as object)).toThrow(/option_unknown/);
});
