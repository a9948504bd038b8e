/** A run's stream in the hands of workflow code. */
import { describe, expect, it } from 'vitest';
import { getHookByToken, listStreams } from '../../runtime/entries/api.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

type Workflow = TestCode['workflows'][string];

async function readAll(stream: ReadableStream<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** TypeScript's DOM has no `ReadableStream.from`. */
interface FromIterable {
  from(chunks: string[]): ReadableStream;
}

const steps = {
  close: async (stream: WritableStream, last: unknown) => {
    const writer = stream.getWriter();
    await writer.write(last);
    await writer.close();
  },
  work: () => {},
};

describe('a writer in a workflow', () => {
  /** Runs the body. @returns Its result, and the chunks of the stream afterwards. */
  async function runBody(main: Workflow) {
    const { start } = await createHarness({ workflows: { main }, steps });
    const run = await start('main');
    return { result: await run.returnValue, chunks: await readAll(run.readable) };
  }

  it('refuses writes after the end of the stream, as any stream does', async () => {
    const { result, chunks } = await runBody(async ({ getWritable }) => {
      const writer = getWritable().getWriter();
      await writer.write(1);
      await writer.close();
      await writer.closed;
      const late = await writer.write(2).catch((error) => `${error.name}: ${error.message}`);
      // Another handle cannot know; the stream takes nothing.
      await getWritable().getWriter().write(3);
      return [late, writer.desiredSize];
    });
    expect(result).toEqual(['TypeError: Invalid state: WritableStream is closed', 0]);
    expect(chunks).toEqual([1]);
  });

  it('takes turns with others on one handle', async () => {
    const { result, chunks } = await runBody(async ({ getWritable }) => {
      const stream = getWritable();
      const first = stream.getWriter();
      await first.write(1);
      const locked = stream.locked;
      first.releaseLock();
      const second = stream.getWriter();
      await second.ready;
      await second.write(2);
      return [locked, await first.write(3).catch((error) => error.name)];
    });
    expect(result).toEqual([true, 'TypeError']);
    expect(chunks).toEqual([1, 2]);
  });

  it('refuses what cannot be stored at once, and everything after it, so that there is no gap', async () => {
    const { result, chunks } = await runBody(async ({ getWritable }) => {
      const stream = getWritable();
      const writer = stream.getWriter();
      await writer.write(1);
      const refused = await writer.write({ tool: () => {} }).catch((error) => error.message);
      return [refused, await writer.write(2).catch((error) => error.code), writer.desiredSize];
    });
    expect(result).toEqual([expect.stringMatching(/^chunk\.tool is a function/), 'value_not_serializable', null]);
    expect(chunks).toEqual([1]);
  });

  it('that is aborted gives up its handle; the stream goes on', async () => {
    const { result, chunks } = await runBody(async ({ getWritable }) => {
      const writer = getWritable().getWriter();
      await writer.write(1);
      await writer.abort('enough');
      const after = await writer.write(2).catch((error) => error);
      await getWritable().getWriter().write(3);
      return after;
    });
    expect(result).toBe('enough');
    expect(chunks).toEqual([1, 3]);
  });

  it('takes what is piped into it', async () => {
    const { chunks } = await runBody(async ({ globals, getWritable }) => {
      const Readable = globals.ReadableStream as unknown as FromIterable;
      await Readable.from(['a', 'b']).pipeTo(getWritable(), { preventClose: true });
      await Readable.from(['c']).pipeTo(getWritable());
      await getWritable().getWriter().write('too late');
    });
    expect(chunks).toEqual(['a', 'b', 'c']);
  });

  it('writes nothing to a stream that a step has closed', async () => {
    const { chunks } = await runBody(async ({ step, getWritable }) => {
      const stream = getWritable();
      await getWritable().getWriter().write('before');
      await step('close')(stream, 'from the step');
      await getWritable().getWriter().write('after');
    });
    expect(chunks).toEqual(['before', 'from the step']);
  });
});

describe('a stream of another run', () => {
  it('is written by a child that got it as an argument, and by its parent beside it', async () => {
    const { start, journal } = await createHarness({
      workflows: {
        child: async ({ step }, output: WritableStream) => {
          const writer = output.getWriter();
          await writer.write('child 1');
          await step('work')();
          await writer.write('child 2');
        },
        main: async ({ startChild, getWritable }) => {
          const writer = getWritable().getWriter();
          await writer.write('parent 1');
          const child = await startChild({ workflowId: 'workflow//./test//child' }, [getWritable()]);
          await child.returnValue;
          await writer.write('parent 2');
          return child.runId;
        },
      },
      steps,
    });
    const run = await start('main');
    const childId = await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['parent 1', 'child 1', 'child 2', 'parent 2']);
    expect((await journal({ runId: childId })).filter(({ type }) => type === 'stream_written')).toMatchObject([
      { streamRunId: run.runId },
      {},
    ]);
    await expect(listStreams(childId)).resolves.toEqual([]);
  });

  it('that has ended takes nothing, and the writer goes on', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ getWritable }) => {
          await getWritable().getWriter().write('own');
          return getWritable();
        },
        late: async (_, output: WritableStream) => {
          const writer = output.getWriter();
          await writer.write('late');
          await writer.close();
          return 'went on';
        },
      },
    });
    const ended = await start('main');
    const late = await start('late', await ended.returnValue);
    await expect(late.returnValue).resolves.toBe('went on');
    await expect(readAll(ended.readable)).resolves.toEqual(['own']);
  });

  it('is not written again by a fork of the run that wrote to it', async () => {
    const { start } = await createHarness({
      workflows: {
        host: async ({ createHook, getWritable }) => {
          await getWritable().getWriter().write('own');
          await createHook({ token: 'end', metadata: getWritable() });
        },
        guest: async ({ step }, output: WritableStream) => {
          const writer = output.getWriter();
          await writer.write('guest');
          await step('work')();
          await writer.write('and more');
        },
      },
      steps,
    });
    const host = await start('host');
    await expect(host.readable.getReader().read()).resolves.toMatchObject({ value: 'own' });
    const { metadata } = await getHookByToken('end');
    const guest = await start('guest', metadata);
    await guest.returnValue;
    await (
      await guest.fork()
    ).returnValue;
    await host.cancel();
    await host.returnValue.catch(() => {});
    await expect(readAll(host.readable)).resolves.toEqual(['own', 'guest', 'and more']);
  });
});
