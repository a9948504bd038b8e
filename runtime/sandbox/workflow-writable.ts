/**
 * Streams of runs in workflow code. Writes are commands. A stream for reading is only a handle to pass on, because the
 * chunks that a workflow read would not be recorded.
 */
import { createValueError } from '../values/messages.ts';
import { checkOptions } from './check-options.ts';
import {
  markStream,
  readStreamReference,
  toStreamName,
  writableOptions,
  isStreamContent,
  type StreamContent,
  type StreamReference,
} from '../values/stream-reference.ts';
import { RunStreamQueue } from './run-stream-queue.ts';
import { requireScope } from './run-scope.ts';
import { openWritableOnto } from './web/writable-stream.ts';

/**
 * A stream that the run publishes. The workflow can write to it, and pass it to steps and children that write to it.
 * The workflow's chunks are appended when the workflow next waits: each once, even when the run is replayed.
 * @param options.namespace Names one of several streams of the run.
 */
export function getWritable<W = unknown>(options: { namespace?: string } = {}): WritableStream<W> {
  const { runId } = requireScope().identity;
  checkOptions('getWritable', options, writableOptions);
  return openWritable({ run: runId, stream: toStreamName(options.namespace) }) as WritableStream<W>;
}

/** The handle of a stream that was passed as a value. */
export function openReferencedStream(data: object): ReadableStream | WritableStream {
  if (isStreamContent(data)) return openReadable(data);
  const reference = readStreamReference(data, requireScope().identity.runId);
  return reference.read ? openReadable(reference) : openWritable(reference);
}

const openWritable = (reference: StreamReference): WritableStream =>
  markStream(openWritableOnto(new RunStreamQueue(reference)) as unknown as WritableStream, reference);

/** The methods throw instead of rejecting, because nobody might await their result. */
function openReadable(reference: StreamReference | StreamContent): ReadableStream {
  const stream = markStream(new ReadableStream(), reference);
  for (const method of READING_METHODS) {
    Object.defineProperty(stream, method, {
      value() {
        throw createValueError('value_stream_in_workflow', {});
      },
    });
  }
  return stream;
}

const READING_METHODS = ['getReader', 'cancel', 'tee', 'values', Symbol.asyncIterator, 'pipeTo', 'pipeThrough'];
