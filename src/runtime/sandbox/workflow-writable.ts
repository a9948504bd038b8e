/** Streams of runs in workflow code: handles to pass on, because what a workflow read or wrote would not be recorded. */
import { runtimeError } from '../contract/runtime-errors.ts';
import { createValueError } from '../values/messages.ts';
import { markStream, readStreamReference, toStreamName, type StreamReference } from '../values/stream-reference.ts';
import { requireScope } from './run-scope.ts';

/**
 * A stream that the run publishes, as a handle to pass to steps, which write to it.
 * @param options.namespace Names one of several streams of the run.
 */
export function getWritable<W = unknown>(options: { namespace?: string } = {}): WritableStream<W> {
  const { runId } = requireScope().identity;
  return openWritable({ run: runId, stream: toStreamName(options.namespace) }) as WritableStream<W>;
}

/** The handle of a stream that came as a value. */
export function openReferencedStream(data: object): ReadableStream | WritableStream {
  const reference = readStreamReference(data, requireScope().identity.runId);
  return reference.read ? openReadable(reference) : openWritable(reference);
}

const openWritable = (reference: StreamReference): WritableStream =>
  refuse(markStream(new WritableStream(), reference), ['getWriter', 'close', 'abort'], () =>
    runtimeError('writable_in_workflow', {}),
  );

const openReadable = (reference: StreamReference): ReadableStream =>
  refuse(
    markStream(new ReadableStream(), reference),
    ['getReader', 'cancel', 'tee', 'values', Symbol.asyncIterator, 'pipeTo', 'pipeThrough'],
    () => createValueError('value_stream_in_workflow', {}),
  );

/** Methods throw when they are called, because nobody may await what they would reject. */
function refuse<Stream extends object>(stream: Stream, methods: PropertyKey[], createError: () => Error): Stream {
  for (const method of methods) {
    Object.defineProperty(stream, method, {
      value() {
        throw createError();
      },
    });
  }
  return stream;
}
