/** Functions that steps call on streams of their run: to read back, to start over, and to save commits. */
import { runtimeError } from '../contract/runtime-errors.ts';
import { describeValue } from '../values/describe-value.ts';
import { isStreamContent, toStreamReference, type StreamReference } from '../values/stream-reference.ts';
import type { Chunk } from '../world/world.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import { stepContext, type WrittenStreams } from '../host-values/step-context.ts';

/**
 * Reads the chunks of this step call that stand in a stream, in order: those of earlier attempts, and those of this
 * one. Empty on a first attempt that has written nothing.
 * @param writable A stream from `getWritable()` or from an argument of the step; it may be locked.
 * @throws `context_not_in_step`, `writable_not_of_run`, `step_superseded`.
 */
export async function readWritten(writable: WritableStream): Promise<unknown[]> {
  const { streams, reference } = findStream('readWritten', writable);
  return (await streams.readWritten(reference)).map(toValue);
}

/**
 * Reads the chunks that stand in a stream now, whoever wrote them, in order; unlike a reader it does not wait for more.
 * @param writable A stream from `getWritable()` or from an argument of the step; it may be locked.
 * @throws `context_not_in_step`, `writable_not_of_run`, `step_superseded`.
 */
export async function readStream(writable: WritableStream): Promise<unknown[]> {
  const { streams, reference } = findStream('readStream', writable);
  const values: unknown[] = [];
  for await (const chunk of streams.readAll(reference)) values.push(toValue(chunk));
  return values;
}

/**
 * Starts over: the chunks that follow take the place of all that this step call has written to the stream, in this
 * attempt and before. Chunks that are the same as before stay at their index. From the first difference on the earlier
 * chunks are dropped, and readers who follow get the new ones at the end.
 * @param writable A stream from `getWritable()` or from an argument of the step; it may be locked.
 * @throws `context_not_in_step`, `writable_not_of_run`, `step_superseded`.
 */
export async function restartWriting(writable: WritableStream): Promise<void> {
  const { streams, reference } = findStream('restartWriting', writable);
  await streams.restart(reference);
}

/**
 * Stores this attempt's chunks up to 16 ms later from now on, so that chunks that come soon after each other share a
 * commit with each other and with the result of the step. Only for steps without effects elsewhere, which readers could
 * see before.
 * @param writable A stream from `getWritable()` or from an argument of the step; it may be locked.
 * @throws `context_not_in_step`, `writable_not_of_run`.
 */
export function gatherWrites(writable: WritableStream): void {
  const { streams, reference } = findStream('gatherWrites', writable);
  streams.gather(reference);
}

const toValue = (chunk: Chunk): unknown => (typeof chunk === 'string' ? decodeValue(chunk) : chunk);

function findStream(name: string, writable: WritableStream): { streams: WrittenStreams; reference: StreamReference } {
  const context = stepContext.getStore();
  if (!context) throw runtimeError('context_not_in_step', { name });
  const reference = typeof writable === 'object' && writable !== null ? toStreamReference(writable) : null;
  if (!reference || isStreamContent(reference) || reference.read)
    throw runtimeError('writable_not_of_run', { name, found: describeValue(writable) });
  return { streams: context.streams, reference };
}
