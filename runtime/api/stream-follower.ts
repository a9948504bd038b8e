import type { RunId } from '../contract/ids.ts';
import { StreamInterruptedError } from '../contract/run-errors.ts';
import { keepProcessAlive } from '../worker/system-clock.ts';
import { lookUntilFound } from '../world/look-until-found.ts';
import type { Change, Chunk, ChunkPage, World } from '../world/world.ts';

/** Chunks that are read at a time. */
export const PAGE_CHUNKS = 256;

/** Which stream to follow, from where, and when to stop. */
export interface FollowOptions {
  world: World;
  runId: RunId;
  stream: string;
  /** Index of the first chunk to read. */
  from: number;
  /** When it aborts, the following ends at once. */
  signal: AbortSignal;
  /** When it aborts, the following ends with a {@link StreamInterruptedError} after the last chunk that is stored. */
  closing: AbortSignal;
}

/** A chunk with its index. Indexes have gaps where a failed attempt had written. */
export interface IndexedChunk {
  index: number;
  chunk: Chunk;
}

/** Yields the chunks of a stream in order: first those that are stored, then new ones, until the stream is closed. */
export async function* followStream({
  world,
  runId,
  stream,
  from,
  signal,
  closing,
}: FollowOptions): AsyncGenerator<IndexedChunk, void, void> {
  let next = from;
  const concerns = (change: Change): boolean =>
    change.kind === 'elsewhere' ||
    ('runId' in change && change.runId === runId && (change.kind !== 'chunks' || change.stream === stream));
  const subscribe = (wake: () => void) => world.subscribe((change) => concerns(change) && wake());
  const look = async (): Promise<ChunkPage | undefined> => {
    const page = await world.readChunks(runId, stream, next, PAGE_CHUNKS);
    return page.chunks.length > 0 || page.closed ? page : undefined;
  };
  for (;;) {
    const page = await lookUntilFound(look, { subscribe, keepAlive: keepProcessAlive, closing, signal }).catch(
      (error: unknown) => {
        throw error === closing.reason ? new StreamInterruptedError(runId, next) : error;
      },
    );
    if (page === undefined) return;
    for (const chunk of page.chunks) {
      next += 1;
      // A gap: a failed attempt wrote more than the attempt after it.
      if (chunk !== null) yield { index: next - 1, chunk };
    }
    if (page.closed && next >= page.nextIndex) return;
  }
}
