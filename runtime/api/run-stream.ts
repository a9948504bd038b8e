/** Streams of runs, as the API reads them. */
import type { RunId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import { anyText, anything, readOptions, type OptionTable } from '../values/read-options.ts';
import { markStream, toStreamName } from '../values/stream-reference.ts';
import type { Chunk, World } from '../world/world.ts';
import { followStream, readPage, type FollowedConnection, type IndexedChunk } from './stream-follower.ts';
import type { Connection } from './connection.ts';
import { getRuntime } from './runtime.ts';

/** Which stream of a run to read, and from where. */
export interface ReadableOptions {
  /** The name of the stream, see `getWritable({ namespace })`. Default: the one without a name. */
  namespace?: string;
  /** Index of the first chunk to read. A negative number counts from the present end. Default 0. */
  startIndex?: number;
}

/** An index has an error of its own. */
const readableOptions: OptionTable<Record<keyof ReadableOptions, unknown>> = {
  namespace: anyText,
  startIndex: anything,
};

/** A stream of chunks that also reports how many there are. */
export type RunReadable<T = unknown> = ReadableStream<T> & {
  /** Index of the last chunk that is stored now; -1 when there is none. */
  getTailIndex(): Promise<number>;
};

/**
 * Opens a stream of a run. @throws `stream_index_invalid`, `option_unknown`, `option_invalid`.
 * @param check Rejects when the run does not exist; reading then fails with its reason.
 */
export function openRunStream<T>(
  runId: RunId,
  options: ReadableOptions,
  check: () => Promise<unknown>,
): RunReadable<T> {
  readOptions('getReadable', options, readableOptions);
  const { namespace, startIndex = 0 } = options;
  if (!Number.isInteger(startIndex)) throw runtimeError('stream_index_invalid', { found: String(startIndex) });
  const stream = toStreamName(namespace);
  async function connect(): Promise<Connection> {
    await check();
    return await getRuntime().connect();
  }
  const readable = openReadable<T>({ connect, runId, stream, startIndex });
  // Only a stream from its beginning can be passed on as a reference.
  if (startIndex === 0) markStream(readable, { run: runId, stream, read: true });
  return Object.assign(readable, {
    async getTailIndex(): Promise<number> {
      const { world } = await connect();
      return (await countChunks(world, runId, stream)) - 1;
    },
  });
}

interface StoredStream {
  connect: () => Promise<FollowedConnection>;
  runId: RunId;
  stream: string;
  /** See {@link ReadableOptions}. */
  startIndex?: number;
}

/** Opens a stream of a run by its stored name. Nothing is read from the store before somebody reads the stream. */
export function openReadable<T>({ connect, runId, stream, startIndex = 0 }: StoredStream): ReadableStream<T> {
  const cancelled = new AbortController();
  let chunks: AsyncGenerator<IndexedChunk, void, void> | null = null;

  async function open(): Promise<AsyncGenerator<IndexedChunk, void, void>> {
    const connection = await connect();
    const isFromStart = startIndex >= 0;
    const end = isFromStart ? 0 : await countChunks(connection.world, runId, stream);
    const from = isFromStart ? startIndex : Math.max(0, end + startIndex);
    return followStream({ connection, runId, stream, from, signal: cancelled.signal });
  }

  return new ReadableStream<T>(
    {
      async pull(controller) {
        chunks ??= await open();
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(decodeChunk(next.value.chunk) as T);
      },
      async cancel() {
        cancelled.abort();
        await chunks?.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A stored chunk as its reader gets it. */
export const decodeChunk = (chunk: Chunk): unknown => (typeof chunk === 'string' ? decodeValue(chunk) : chunk);

/** A value of a stream, with its index. Indexes have gaps where a failed attempt had written. */
export interface IndexedValue<T = unknown> {
  index: number;
  value: T;
}

/** Follows the default stream of a run and yields each value with its index. `signal` ends it at once. */
export async function* followRun<T>(runId: RunId, signal: AbortSignal): AsyncGenerator<IndexedValue<T>, void, void> {
  const connection = await getRuntime().connect();
  const stream = toStreamName(undefined);
  for await (const { index, chunk } of followStream({ connection, runId, stream, from: 0, signal })) {
    yield { index, value: decodeChunk(chunk) as T };
  }
}

/** Yields the values that the default stream of a run has now; unlike {@link followRun} it does not wait for more. */
export async function* readRun<T>(runId: RunId): AsyncGenerator<IndexedValue<T>, void, void> {
  const { world, memory } = await getRuntime().connect();
  const source = { world, memory, runId, stream: toStreamName(undefined) };
  for (let next = 0, end = Infinity; next < end;) {
    const { chunks, nextIndex } = await readPage(source, next);
    if (chunks.length === 0) return;
    end = nextIndex;
    for (const chunk of chunks) {
      if (chunk !== null) yield { index: next, value: decodeChunk(chunk) as T };
      next += 1;
    }
  }
}

/** The index of the next chunk. */
export async function countChunks(world: World, runId: RunId, stream: string): Promise<number> {
  return (await world.readChunks(runId, stream, 0, 0)).nextIndex;
}
