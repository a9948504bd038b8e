import type { RunId } from '../contract/ids.ts';
import { StreamInterruptedError } from '../contract/run-errors.ts';
import { keepProcessAlive } from '../worker/system-clock.ts';
import { lookUntilFound } from '../world/look-until-found.ts';
import type { KeptBytes, MemoryBudget } from '../world/memory-budget.ts';
import type { Change, Chunk, ChunkPage, World } from '../world/world.ts';

/** Chunks of a page. */
const PAGE_CHUNKS = 256;
/** A page ends with the chunk with which it has so many bytes. */
const PAGE_BYTES = 512 * 1024;

/** Which stream to follow, from where, and when to stop. */
export interface FollowOptions {
  world: World;
  memory: MemoryBudget;
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

/**
 * Yields the chunks of a stream in order: first those that are stored, then new ones, until the stream is closed. The
 * page that waits for a slow reader is dropped when others need the memory, and read again.
 */
export async function* followStream(options: FollowOptions): AsyncGenerator<IndexedChunk, void, void> {
  const { world, memory, runId, stream, from, signal, closing } = options;
  let next = from;
  const concerns = (change: Change): boolean =>
    change.kind === 'elsewhere' ||
    ('runId' in change && change.runId === runId && (change.kind !== 'chunks' || change.stream === stream));
  const subscribe = (wake: () => void) => world.subscribe((change) => concerns(change) && wake());
  const look = async (): Promise<ChunkPage | undefined> => {
    const page = await readPage({ world, memory, runId, stream }, next);
    return page.chunks.length > 0 || page.closed ? page : undefined;
  };
  for (;;) {
    const page = await lookUntilFound(look, { subscribe, keepAlive: keepProcessAlive, closing, signal }).catch(
      (error: unknown) => {
        throw error === closing.reason ? new StreamInterruptedError(runId, next) : error;
      },
    );
    if (page === undefined) return;
    const waiting = new WaitingPage(page, memory);
    try {
      for (let chunk = waiting.take(); chunk !== undefined; chunk = waiting.take()) {
        next += 1;
        // A gap: a failed attempt wrote more than the attempt after it.
        if (chunk !== null) yield { index: next - 1, chunk };
      }
    } finally {
      waiting.end();
    }
    if (page.closed && next >= page.nextIndex) return;
  }
}

/** The stream to read pages of, and the budget that they are part of. */
export type PageSource = Pick<FollowOptions, 'memory' | 'runId' | 'stream'> & { world: Pick<World, 'readChunks'> };

/** Reads the chunks from an index on that fit into a page, as soon as there is room for it. */
export async function readPage({ world, memory, runId, stream }: PageSource, from: number): Promise<ChunkPage> {
  const bytes = Math.max(1, Math.floor(Math.min(PAGE_BYTES, memory.shareBytes)));
  await memory.take('page', bytes);
  try {
    return await world.readChunks(runId, stream, from, PAGE_CHUNKS, bytes);
  } finally {
    memory.giveBack('page', bytes);
  }
}

/** The chunks of a page that its reader has not taken. */
class WaitingPage {
  /** The next one comes last. */
  #chunks: (Chunk | null)[];
  #bytes = 0;
  #kept: KeptBytes | null = null;
  readonly #memory: MemoryBudget;

  constructor({ chunks }: ChunkPage, memory: MemoryBudget) {
    this.#chunks = chunks.toReversed();
    this.#memory = memory;
    for (const chunk of chunks) this.#bytes += chunk?.length ?? 0;
  }

  /** The next chunk; `undefined`: there is none, or those that are left were dropped. */
  take(): Chunk | null | undefined {
    const chunk = this.#chunks.pop();
    this.#bytes -= chunk?.length ?? 0;
    // Not before the first was taken, so that every page brings its reader on.
    this.#kept ??= this.#memory.keep(this.#bytes, () => (this.#chunks = []));
    this.#kept.shrinkTo(this.#bytes);
    return chunk;
  }

  /** Its reader wants no more of it. */
  end(): void {
    this.#kept?.end();
  }
}
