/** The streams that one step attempt writes to: chunks are gathered and appended in order, in as few commits as possible. */
import type { RunId } from '../contract/ids.ts';
import type { Chunk, World } from '../world/world.ts';

/** Chunks that a stream holds back before its writers have to wait. */
const BUFFERED_CHUNKS_MAX = 256;

export type EncodeChunk = (value: unknown) => Promise<string>;

export class StepStreams {
  readonly #world: World;
  readonly #runId: RunId;
  readonly #encode: EncodeChunk;
  readonly #appenders = new Map<string, ChunkAppender>();
  readonly #writables: StepWritable[] = [];

  constructor(options: { world: World; runId: RunId; encode: EncodeChunk }) {
    this.#world = options.world;
    this.#runId = options.runId;
    this.#encode = options.encode;
  }

  /** A new `WritableStream` onto a stream of the run; all that one attempt opens share one order. */
  open(stream: string): WritableStream<unknown> {
    let appender = this.#appenders.get(stream);
    if (!appender) {
      appender = new ChunkAppender(this.#world, this.#runId, stream);
      this.#appenders.set(stream, appender);
    }
    const writable = new StepWritable(appender, this.#encode);
    this.#writables.push(writable);
    return writable.stream;
  }

  /** Resolves when all that was written, awaited or not, is durable; rejects when some of it could not be stored. */
  async flush(): Promise<void> {
    for (const writable of this.#writables) await writable.drained();
    for (const appender of this.#appenders.values()) await appender.flush();
  }
}

/** One `WritableStream` of a step. It counts what was written, because a step may end without awaiting its writes. */
class StepWritable {
  readonly stream: WritableStream<unknown>;
  /** Chunks that were written and have not reached the appender. */
  #underway = 0;
  #failure: { error: unknown } | null = null;
  #onDrained: (() => void) | null = null;

  constructor(appender: ChunkAppender, encode: EncodeChunk) {
    this.stream = new WritableStream<unknown>(
      {
        write: async (value) => {
          try {
            await appender.write(value instanceof Uint8Array ? value.slice() : await encode(value));
            this.#underway -= 1;
          } catch (error) {
            this.#stop({ error });
            throw error;
          }
          if (this.#underway === 0) this.#onDrained?.();
        },
        close: () => appender.close(),
        // What the step gives up on purpose is not waited for.
        abort: () => this.#stop(null),
      },
      {
        highWaterMark: BUFFERED_CHUNKS_MAX,
        // Called for each chunk at once, when it is written.
        size: () => {
          this.#underway += 1;
          return 1;
        },
      },
    );
  }

  async drained(): Promise<void> {
    if (this.#underway > 0) {
      await new Promise<void>((resolve) => {
        this.#onDrained = resolve;
      });
    }
    if (this.#failure) throw this.#failure.error;
  }

  #stop(failure: { error: unknown } | null): void {
    this.#failure = failure;
    this.#underway = 0;
    this.#onDrained?.();
  }
}

class ChunkAppender {
  readonly #world: World;
  readonly #runId: RunId;
  readonly #stream: string;
  #buffered: Chunk[] = [];
  /** Never rejects; see `#failure`. */
  #appending: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;

  constructor(world: World, runId: RunId, stream: string) {
    this.#world = world;
    this.#runId = runId;
    this.#stream = stream;
  }

  /** Resolves when there is room for more; the chunk is durable after {@link flush}. */
  async write(chunk: Chunk): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#buffered.push(chunk);
    this.#appending ??= this.#append();
    if (this.#buffered.length >= BUFFERED_CHUNKS_MAX) await this.#appending;
  }

  async flush(): Promise<void> {
    while (this.#appending) await this.#appending;
    if (this.#failure) throw this.#failure.error;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#world.closeStream(this.#runId, this.#stream);
  }

  async #append(): Promise<void> {
    try {
      while (this.#buffered.length > 0) {
        const chunks = this.#buffered;
        this.#buffered = [];
        // A stream that has ended takes nothing any more; the writer cannot do anything about it.
        await this.#world.appendChunks(this.#runId, this.#stream, chunks);
      }
    } catch (error) {
      // What comes after a lost chunk must not be stored, or readers would see a gap.
      this.#failure = { error };
    }
    this.#appending = null;
  }
}
