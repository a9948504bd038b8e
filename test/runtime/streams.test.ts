import { describe, expect, it } from 'vitest';
import { getRun } from '../../runtime/entries/api.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';

async function readAll(stream: ReadableStream<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const writeAll = async (writable: WritableStream, chunks: unknown[]): Promise<void> => {
  const writer = writable.getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  writer.releaseLock();
};

describe('streams', () => {
  it('reach a reader while the run goes on, and end with it', async () => {
    const gate = Promise.withResolvers<void>();
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          await step('write')([{ n: 1 }, new Map([[2, 'two']])]);
          await step('pause')();
          await step('write')([new Uint8Array([3, 4])]);
        },
      },
      steps: { write: (chunks: unknown[]) => writeAll(getWritable(), chunks), pause: () => gate.promise },
    });
    const run = await start('main');
    const reader = run.readable.getReader();
    expect((await reader.read()).value).toEqual({ n: 1 });
    expect((await reader.read()).value).toEqual(new Map([[2, 'two']]));
    gate.resolve();
    expect((await reader.read()).value).toEqual(new Uint8Array([3, 4]));
    expect((await reader.read()).done).toBe(true);
  });

  it('can be read later, by many readers, from any index, also counted from the end', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('write')() },
      steps: { write: () => writeAll(getWritable(), [0, 1, 2, 3, 4]) },
    });
    const run = await start('main');
    await run.returnValue;
    const again = getRun(run.runId);
    await expect(readAll(again.readable)).resolves.toEqual([0, 1, 2, 3, 4]);
    await expect(readAll(again.getReadable({ startIndex: 3 }))).resolves.toEqual([3, 4]);
    await expect(readAll(again.getReadable({ startIndex: -2 }))).resolves.toEqual([3, 4]);
    await expect(readAll(again.getReadable({ startIndex: -9 }))).resolves.toEqual([0, 1, 2, 3, 4]);
    await expect(again.readable.getTailIndex()).resolves.toBe(4);
  });

  it('are kept apart by their namespaces, and can be handed from the workflow to a step', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, getWritable }) => {
          await step('write')(getWritable({ namespace: 'logs' }), ['line']);
          await step('write')(getWritable(), ['text']);
        },
      },
      steps: { write: (writable: WritableStream, chunks: unknown[]) => writeAll(writable, chunks) },
    });
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.getReadable({ namespace: 'logs' }))).resolves.toEqual(['line']);
    await expect(readAll(run.readable)).resolves.toEqual(['text']);
  });

  it('are durable before the step that wrote them counts as completed', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('write')() },
      steps: {
        // Nobody awaits these writes.
        write: () => {
          const writer = getWritable().getWriter();
          for (let n = 0; n < 1_000; n++) void writer.write(n);
        },
      },
    });
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toHaveLength(1_000);
  });

  it('hold nothing of a reader that went away, whether it had read or not', async () => {
    const { start, world, untilEvent } = await createHarness({
      workflows: {
        main: async ({ step, createHook }) => {
          await step('write')();
          await createHook();
        },
      },
      steps: { write: () => writeAll(getWritable(), [0, 1, 2]) },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    let listeners = 0;
    const { subscribe } = world;
    world.subscribe = (listener) => {
      const stop = subscribe.call(world, listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        stop();
      };
    };
    const early = run.readable.getReader();
    await early.read();
    const late = run.readable.getReader();
    for (let i = 0; i < 3; i++) await late.read();
    const waiting = late.read();
    await early.cancel();
    await late.cancel();
    await expect(waiting).resolves.toMatchObject({ done: true });
    expect(listeners).toBe(0);
  });

  it('of an unknown run cannot be read', async () => {
    await createHarness({ workflows: {} });
    const run = getRun('wrun_00000000000000000000000000');
    await expect(readAll(run.readable)).rejects.toMatchObject({ code: 'run_not_found' });
  });
});
