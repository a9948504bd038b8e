/** Streams as values: they cross as a handle, and belong to the run that made them wherever they are used. */
import { describe, expect, it } from 'vitest';
import { getRun, resumeHook, start as startRun } from '../../runtime/entries/api.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

async function readAll(stream: ReadableStream<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const write = async (writable: WritableStream, ...chunks: unknown[]): Promise<void> => {
  const writer = writable.getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  writer.releaseLock();
};

const startNamed = async (name: string, ...args: unknown[]) =>
  await startRun({ workflowId: workflowIdOf(name) }, args as never);

/** The DOM library of TypeScript does not have it yet. */
const streamOf = (chunks: Iterable<unknown>): ReadableStream =>
  (ReadableStream as unknown as { from(chunks: Iterable<unknown>): ReadableStream }).from(chunks);

const BYTES = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
const makeBytes = (): ReadableStream => new Blob([BYTES]).stream();

describe('a ReadableStream', () => {
  it('that a step returns has the same bytes in another step and for the caller, as often as it is read', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, globals }) => {
          const made = await step('make')();
          const isStream = made.stream instanceof globals.ReadableStream;
          return { isStream, read: [await step('read')(made.stream), await step('read')(made)], made };
        },
      },
      steps: {
        make: () => ({ stream: makeBytes() }),
        read: async (value: ReadableStream | { stream: ReadableStream }) =>
          await new Response('stream' in value ? value.stream : value).bytes(),
      },
    });
    const { isStream, read, made } = await (await start('main')).returnValue;
    expect(isStream).toBe(true);
    expect(read).toEqual([BYTES, BYTES]);
    expect(await new Response(made.stream).bytes()).toEqual(BYTES);
  });

  it('of values keeps each as it was', async () => {
    const values = [{ at: new Date(5) }, new Map([[1, 2n]]), 'text', [undefined]];
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('make')() },
      steps: { make: () => streamOf(values) },
    });
    await expect(readAll(await (await start('main')).returnValue)).resolves.toEqual(values);
  });

  it('of an attempt that failed is never read', async () => {
    let attempts = 0;
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('make')() },
      steps: {
        make: () => {
          attempts += 1;
          return streamOf(
            (function* () {
              yield `attempt ${attempts}`;
              if (attempts === 1) throw new Error('cut off');
            })(),
          );
        },
      },
    });
    await expect(readAll(await (await start('main')).returnValue)).resolves.toEqual(['attempt 2']);
  });

  it('that a step gives to another run is read there, and stays when the step has ended', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => await step('begin')(),
        child: async ({ step }, stream) => await step('read')(stream),
      },
      steps: {
        begin: async () => (await startNamed('child', streamOf(['a', 'b']))).runId,
        read: async (stream: ReadableStream) => await readAll(stream),
      },
    });
    const childId = await (await start('main')).returnValue;
    await expect(getRun(childId as string).returnValue).resolves.toEqual(['a', 'b']);
  });

  it('of a run can be passed on and is followed while that run goes on', async () => {
    const gate = Promise.withResolvers<void>();
    const { start } = await createHarness({
      workflows: {
        source: async ({ step }) => {
          await step('write')('one');
          await step('wait')();
          await step('write')('two');
        },
        reader: async ({ step }, stream) => await step('read')(stream),
      },
      steps: {
        write: (text: string) => write(getWritable(), text),
        wait: () => gate.promise,
        read: async (stream: ReadableStream) => {
          const chunks = [];
          for await (const chunk of stream) {
            chunks.push(chunk);
            gate.resolve();
          }
          return chunks;
        },
      },
    });
    const source = await start('source');
    const reader = await start('reader', source.readable);
    await expect(reader.returnValue).resolves.toEqual(['one', 'two']);
  });

  it('cannot be read by the workflow itself, which is told the way out', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const stream = await step('make')();
          const explain = (error: Error) => error.message;
          return await Promise.all([
            (async () => stream.getReader())().catch(explain),
            (async () => stream.tee())().catch(explain),
            (async () => {
              for await (const chunk of stream) return chunk;
            })().catch(explain),
            new Response(stream).text().catch(explain),
          ]);
        },
      },
      steps: { make: () => streamOf(['x']) },
    });
    const told = expect.stringMatching(/^A workflow cannot read a stream.*pass the stream to a step/) as string;
    await expect((await start('main')).returnValue).resolves.toEqual([told, told, told, told]);
  });

  it('that workflow code makes is refused with its place', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) =>
          await step('take')({ body: new Response('x').body }).catch((error: Error) => error.message),
      },
      steps: { take: () => {} },
    });
    await expect((await start('main')).returnValue).resolves.toMatch(
      /^args\[0\]\.body is a ReadableStream that belongs/,
    );
  });

  it('that a run is started or resumed with has the same content in each step that gets it', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: {
        main: async ({ step, createHook, globals }, { body }) => {
          const payload = await createHook({ token: 'body' });
          const read = [await step('read')(body), await step('read')(body), await step('list')(payload)];
          return [body instanceof globals.ReadableStream, ...read];
        },
      },
      steps: {
        read: async (stream: ReadableStream) => (await new Response(stream).bytes()).byteLength,
        list: async (stream: ReadableStream) => await readAll(stream),
      },
    });
    const run = await start('main', { body: makeBytes() });
    await untilEvent(run, 'hook_created');
    await resumeHook('body', streamOf(['one', { two: 2n }]));
    await expect(run.returnValue).resolves.toEqual([true, 70_000, 70_000, ['one', { two: 2n }]]);
  });

  it('that a run is started with fails the start when it fails, and when it is too large to be stored', async () => {
    const { start } = await createHarness({ workflows: { main: async () => 1 } }, { env: { WORKFLOW_VALUE_MB: '1' } });
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('cut off')) });
    await expect(start('main', broken)).rejects.toThrow('cut off');
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)) });
    await expect(start('main', endless)).rejects.toThrow(/^The args is too large.*value_too_large/);
  });

  it('that somebody reads already is refused with its place', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('make')().catch((error: Error) => error.message) },
      steps: {
        make() {
          const stream = makeBytes();
          stream.getReader();
          return { list: [stream] };
        },
      },
    });
    await expect((await start('main')).returnValue).resolves.toMatch(
      /^result\.list\[0\] is a ReadableStream whose body was already read or is locked/,
    );
  });
});

describe('a WritableStream of a run', () => {
  it('writes to that run also from the steps of another one', async () => {
    const { start } = await createHarness({
      workflows: {
        // A child: where runs are spread over several databases, it is in the one of its parent.
        parent: async ({ startChild, getWritable }) => {
          const handles = [getWritable(), getWritable({ namespace: 'logs' })];
          const child = await startChild({ workflowId: 'workflow//./test//child' }, handles);
          await child.returnValue;
        },
        child: async ({ step }, output, logs) => {
          await step('write')(output, 'from the child');
          await step('write')(logs, 'a line');
        },
      },
      steps: { write },
    });
    const parent = await start('parent');
    await parent.returnValue;
    await expect(readAll(parent.readable)).resolves.toEqual(['from the child']);
    await expect(readAll(parent.getReadable({ namespace: 'logs' }))).resolves.toEqual(['a line']);
  });

  it('can be returned by the step that opened it and used by another', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('write')(await step('open')(), 'x') },
      steps: { open: () => getWritable({ namespace: 'made' }), write },
    });
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.getReadable({ namespace: 'made' }))).resolves.toEqual(['x']);
  });

  it('says that it needs a step to be written', async () => {
    const { start } = await createHarness({ workflows: { main: async ({ getWritable }) => getWritable() } });
    const writable = (await (await start('main')).returnValue) as WritableStream;
    await expect(writable.getWriter().write('x')).rejects.toThrow(/value_stream_outside/);
  });

  it('of no run is refused with its place', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('make')() },
      steps: { make: () => ({ sink: new WritableStream() }) },
    });
    await expect((await start('main')).returnValue).rejects.toThrow(
      /result\.sink is a WritableStream that belongs to no run.*pass getWritable\(\)/,
    );
  });
});
