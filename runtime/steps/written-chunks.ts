/** What a step call, and what others have written to a stream before: to read it back, to start over, and when it is stored. */
import { runtimeError } from '../contract/runtime-errors.ts';
import { describeValue } from '../values/describe-value.ts';
import { toStreamReference, type StreamReference } from '../values/stream-reference.ts';
import type { Chunk } from '../world/world.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import { stepContext, type WrittenStreams } from '../host-values/step-context.ts';

/**
 * Reads what earlier attempts of this step call have written to a stream, in order: all that still stands of it, and what
 * this attempt has written itself. Empty on a first attempt that has written nothing.
 * @param writable What `getWritable()` gives, or a stream that came as an argument; it may be locked.
 * @throws `context_not_in_step`, `writable_not_of_run`, `step_superseded`.
 */
export async function readWritten(writable: WritableStream): Promise<unknown[]> {
  const { streams, reference } = findStream('readWritten', writable);
  return (await streams.readWritten(reference)).map(toValue);
}

/**
 * Reads what stands in a stream now, whoever wrote it, in order; unlike a reader it does not wait for more.
 * @param writable What `getWritable()` gives, or a stream that came as an argument; it may be locked.
 * @throws `context_not_in_step`, `writable_not_of_run`, `step_superseded`.
 */
export async function readStream(writable: WritableStream): Promise<unknown[]> {
  const { streams, reference } = findStream('readStream', writable);
  return (await streams.readAll(reference)).map(toValue);
}

/**
 * Starts over: what is written to the stream from now on takes the place of all that this step call has written to it, in
 * this attempt and before. Chunks that are written again as they were stay at their index; from the first on that differs,
 * the earlier ones are dropped, and readers who follow get the new ones at the end.
 * @param writable What `getWritable()` gives, or a stream that came as an argument; it may be locked.
 * @throws `context_not_in_step`, `writable_not_of_run`, `step_superseded`.
 */
export async function restartWriting(writable: WritableStream): Promise<void> {
  const { streams, reference } = findStream('restartWriting', writable);
  await streams.restart(reference);
}

/**
 * From now on what this attempt writes to the stream is stored up to 16 ms later: chunks that come soon after each other, and the
 * result of the step, are one commit. For steps that have no effects elsewhere which readers could see before.
 * @param writable What `getWritable()` gives, or a stream that came as an argument; it may be locked.
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
  if (!reference || reference.read) throw runtimeError('writable_not_of_run', { name, found: describeValue(writable) });
  return { streams: context.streams, reference };
}
