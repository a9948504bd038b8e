/** Streams of runs as values on the host: a step writes to them and reads them, whichever run they belong to. */
import type { RunId } from '../contract/ids.ts';
import { createValueError } from '../values/messages.ts';
import {
  markStream,
  readStreamReference,
  toStreamReference,
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
 * How the codec of the host stores streams and makes them anew. Only a step can store a stream that belongs to no run.
 */
export const hostStreams: StreamReferences = {
  toReference: toStreamReference,
  fromReference(data) {
    const context = stepContext.getStore();
    const reference = readStreamReference(data, context?.runId ?? '');
    return markStream(reference.read ? openReadable(reference) : openWritable(reference, context), reference);
  },
  async store(stream) {
    const context = stepContext.getStore();
    if (!context) return null;
    const name = nextStreamName(context);
    await stream.pipeTo(context.streams.open(name), { signal: context.signal });
    return { run: context.runId, stream: name, read: true } satisfies StreamReference;
  },
};

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
