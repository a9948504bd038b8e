/** Streams of runs as values on the host: a step writes to them and reads them, whichever run they belong to. */
import type { RunId } from '../contract/ids.ts';
import { createValueError } from '../values/messages.ts';
import { measureValue, SizeMeter } from '../values/value-size.ts';
import {
  isStreamContent,
  markStream,
  readStreamReference,
  toStreamReference,
  type StreamContent,
  type StreamReference,
} from '../values/stream-reference.ts';
import type { StreamReferences } from '../values/codec-environment.ts';
import { stepContext, type StepContext } from './step-context.ts';

/** Opens a stream of a run from its beginning, until it is closed; nothing is read before somebody reads. */
export type OpenReadable = (reference: { run: string; stream: string }) => ReadableStream;

const KEY = Symbol.for('workflow.stream-reader');
type Holder = { [KEY]?: OpenReadable };

/** Says how this process reads streams of runs. The API does: it knows the store also where no step runs. */
export function provideStreamReader(open: OpenReadable): void {
  (globalThis as Holder)[KEY] = open;
}

/**
 * How the codec of the host stores streams and makes them anew. A stream that belongs to no run goes into the run of
 * the step that passes it. Where no step runs it is read into the value, so that both are durable at once.
 */
export const hostStreams: StreamReferences = {
  toReference: toStreamReference,
  fromReference(data) {
    if (isStreamContent(data)) return markStream(openContent(data), data);
    const context = stepContext.getStore();
    const reference = readStreamReference(data, context?.runId ?? '');
    return markStream(reference.read ? openReadable(reference) : openWritable(reference, context), reference);
  },
  async store(stream, limit) {
    const context = stepContext.getStore();
    if (!context) return await readContent(stream, limit);
    const name = nextStreamName(context);
    await stream.pipeTo(context.streams.open(name), { signal: context.signal() });
    return { run: context.runId, stream: name, read: true } satisfies StreamReference;
  },
};

/** @throws {ValueTooLarge} */
async function readContent(stream: ReadableStream, limit: number): Promise<StreamContent> {
  const meter = new SizeMeter(limit);
  const content: unknown[] = [];
  for await (const chunk of stream) {
    measureValue(chunk, meter);
    content.push(chunk);
  }
  return content.every((chunk) => chunk instanceof Uint8Array) ? { content: Buffer.concat(content) } : { content };
}

function openContent({ content }: StreamContent): ReadableStream {
  if (content instanceof Uint8Array) return new Blob([content as Uint8Array<ArrayBuffer>]).stream();
  const chunks = content.values();
  return new ReadableStream({
    pull(controller) {
      const next = chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

function openReadable(reference: StreamReference): ReadableStream {
  const open = (globalThis as Holder)[KEY];
  if (!open) throw createValueError('value_reference_unsupported', { kind: 'readable stream' });
  return open(reference);
}

function openWritable({ run, stream }: StreamReference, context: StepContext | undefined): WritableStream {
  if (context) return context.streams.open(stream, run as RunId);
  return new WritableStream({
    write() {
      throw createValueError('value_stream_outside', { stream });
    },
  });
}

/** Streams that the attempts of a process have stored so far. */
const counts = new WeakMap<StepContext, number>();

/** Of its attempt alone, so that nothing of a failed attempt is ever read. */
function nextStreamName(context: StepContext): string {
  const count = counts.get(context) ?? 0;
  counts.set(context, count + 1);
  return `$value:${context.call}:${context.attempt}:${count}`;
}
