/** Streams of runs, as code outside of the run writes to them. */
import type { RunId } from '../contract/ids.ts';
import { EntityConflictError, WorkflowRunNotFoundError } from '../contract/run-errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { encodeValue, findTooLarge } from '../host-values/host-codec.ts';
import { isTerminal } from '../journal/events.ts';
import { readOptions } from '../values/read-options.ts';
import { markStream, toStreamName, writableOptions } from '../values/stream-reference.ts';
import type { Chunk, World } from '../world/world.ts';
import { getRuntime } from './runtime.ts';

/** Which stream of a run to write to. */
export interface WritableOptions {
  /** The name of the stream, see `getWritable({ namespace })`. Default: the one without a name. */
  namespace?: string;
}

/**
 * Opens a stream of a run for writing. Each write resolves when its chunk is durable; one whose answer was lost may be
 * stored although it rejects. Closing it closes the stream for everybody.
 * @throws `option_unknown`, `option_invalid`.
 */
export function openRunWritable<T>(runId: RunId, options: WritableOptions): WritableStream<T> {
  const stream = toStreamName(readOptions('getWritable', options, writableOptions).namespace);
  const writable = new WritableStream<T>({
    async write(value) {
      const { world } = await getRuntime().connect();
      const outcome = await world.appendChunks(runId, stream, [await toChunk(value)]);
      if (!outcome.ok) throw await refusal(world, runId, options);
    },
    async close() {
      const { world } = await getRuntime().connect();
      await world.closeStream(runId, stream);
    },
  });
  return markStream(writable, { run: runId, stream });
}

async function toChunk(value: unknown): Promise<Chunk> {
  if (!(value instanceof Uint8Array)) return await encodeValue(value, 'chunk');
  const tooLarge = findTooLarge(value, () => 'The chunk');
  if (tooLarge) throw tooLarge;
  return value.slice();
}

/** Why the stream of a run took nothing. */
async function refusal(world: World, runId: RunId, { namespace }: WritableOptions): Promise<Error> {
  const run = await world.readRun(runId);
  if (!run) return new WorkflowRunNotFoundError(runId);
  if (isTerminal(run.status)) return new EntityConflictError(runId, run.status);
  return runtimeError('stream_closed', { runId, namespace });
}
