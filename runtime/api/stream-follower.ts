import type { RunId } from '../contract/ids.ts';
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import { StreamInterruptedError } from '../contract/run-errors.ts';
import { keepProcessAlive } from '../worker/system-clock.ts';
import { lookUntilFound } from '../world/look-until-found.ts';
import { isStoreTrouble } from '../world/messages.ts';
import type { KeptBytes, MemoryBudget } from '../world/memory-budget.ts';
import { untilAnswered } from '../world/until-answered.ts';
import type { Change, Chunk, ChunkPage, World } from '../world/world.ts';

/** Chunks of a page. */
const PAGE_CHUNKS = 256;
/** A page ends with the chunk with which it has so many bytes. */
const PAGE_BYTES = 512 * 1024;

/** Which stream to follow, from where, and when to stop. */
export interface FollowOptions {
  connection: FollowedConnection;
  runId: RunId;
  stream: string;
  /** Index of the first chunk to read. */
  from: number;
  /** When it aborts, the following ends at once. */
  signal: AbortSignal;
}

/** The part of a connection that reading a stream needs. */
export interface FollowedConnection {
  readonly world: World;
  readonly memory: MemoryBudget;
  readonly clock: Clock;
  readonly log: Log;
  /** When it aborts, the following ends with a {@link StreamInterruptedError} after the last chunk that is stored. */
  readonly closing: AbortSignal;
}

/** A chunk with its index. Indexes have gaps where a failed attempt had written. */
export interface IndexedChunk {
  index: number;
  chunk: Chunk;
}

/**
 * Yields the chunks of a stream in order: first those that are stored, then new ones, until the stream is closed. The
 * page that waits for a slow reader is dropped when others need the memory, and read again. A store that is in trouble
 * is asked again.
 */
export async function* followStream(options: FollowOptions): AsyncGenerator<IndexedChunk, void, void> {
  const { connection, runId, stream, from, signal } = options;
  const { world, memory, clock, log, closing } = connection;
  let next = from;
  const concerns = (change: Change): boolean =>
    change.kind === 'elsewhere' ||
    ('runId' in change && change.runId === runId && (change.kind !== 'chunks' || change.stream === stream));
  const subscribe = (wake: () => void) => world.subscribe((change) => concerns(change) && wake());
  const look = async (): Promise<ChunkPage | undefined> => {
    const answer = await untilAnswered(() => readPage({ world, memory, runId, stream }, next), {
      log,
      runId,
      clock,
      isOver: () => signal.aborted || closing.aborted,
      asksOnce: true,
      isTrouble: isStoreTrouble,
    });
    if (answer.kind === 'given_up') return undefined;
    const page = answer.value;
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
export interface PageSource {
  world: Pick<World, 'readChunks'>;
  memory: MemoryBudget;
  runId: RunId;
  stream: string;
}

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
    this.#kept.resize(this.#bytes);
    return chunk;
  }

  /** Its reader wants no more of it. */
  end(): void {
    this.#kept?.end();
  }
}
