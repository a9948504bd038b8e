import { runtimeError } from '../contract/runtime-errors.ts';
import { isStreamReference, STREAM_NAME, toStreamName } from '../values/stream-reference.ts';

/**
 * A stream that the run publishes, as a handle to pass to steps, which write to it.
 * @param options.namespace Names one of several streams of the run.
 */
export function getWritable<W = unknown>(options: { namespace?: string } = {}): WritableStream<W> {
  return openWorkflowWritable(toStreamName(options.namespace)) as WritableStream<W>;
}

/** The handle of a stream that came as a value. */
export const openReferencedStream = (reference: object): WritableStream =>
  openWorkflowWritable(isStreamReference(reference) ? reference.stream : toStreamName(undefined));

function openWorkflowWritable(stream: string): WritableStream {
  const writable = new WritableStream();
  return Object.defineProperties(writable, {
    [STREAM_NAME]: { value: stream },
    // Thrown here and not by a write, because nobody may await that.
    getWriter: {
      value() {
        throw runtimeError('writable_in_workflow', {});
      },
    },
  });
}
