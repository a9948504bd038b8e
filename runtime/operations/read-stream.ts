/** Reads a stream of a run in pages. */
import { requireRun } from '../api/require-run.ts';
import { countChunks } from '../api/run-stream.ts';
import { toStreamName } from '../values/stream-reference.ts';
import type { Chunk } from '../world/world.ts';
import type { ShownValue } from './json-values.ts';
import type { StreamAnswer, StreamRequest } from './operations.ts';
import { showPayload, toJson } from './show-value.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
/** A page has no more bytes, unless its first chunk has. */
const PAGE_BYTES = 4_000_000;

/** See `Operations.readStream`. */
export async function readStream({ runId, namespace, from = 0, limit }: StreamRequest): Promise<StreamAnswer> {
  const { world, run } = await requireRun(runId);
  const stream = toStreamName(namespace);
  const first = from >= 0 ? from : Math.max(0, (await countChunks(world, run.runId, stream)) + from);
  const most = Math.min(limit ?? LIMIT_DEFAULT, LIMIT_MAX);
  const { chunks, nextIndex, closed } = await world.readChunks(run.runId, stream, first, most, PAGE_BYTES);
  const nextFrom = first + chunks.length;
  return {
    chunks: chunks.flatMap((chunk, i) => (chunk === null ? [] : [{ index: first + i, chunk: showChunk(chunk) }])),
    nextFrom,
    hasMore: nextFrom < nextIndex,
    isClosed: closed && nextFrom >= nextIndex,
  };
}

const showChunk = (chunk: Chunk): ShownValue =>
  typeof chunk === 'string' ? showPayload(chunk) : { value: toJson(chunk) };
