/** The streams that one step attempt writes to: chunks are gathered and appended in order, in as few commits as possible. */
import type { RunId } from '../contract/ids.ts';
import type { Chunk, World } from '../world/world.ts';

/** Chunks a stream holds back before writers have to wait. */
const BUFFERED_CHUNKS_MAX = 256;

export type EncodeChunk = (value: unknown) => Promise<string>;

export class StepStreams {
  readonly #world: World;
  readonly #runId: RunId;
  readonly #encode: EncodeChunk;
  readonly #writers = new Map<string, StreamWriter>();

  constructor(options: { world: World; runId: RunId; encode: EncodeChunk }) {
    this.#world = options.world;
    this.#runId = options.runId;
    this.#encode = options.encode;
  }

  /** A new `WritableStream` onto a stream of the run; all that one attempt opens share one order. */
  open(stream: string): WritableStream<unknown> {
    let writer = this.#writers.get(stream);
    if (!writer) {
      writer = new StreamWriter(this.#world, this.#runId, stream);
      this.#writers.set(stream, writer);
    }
    const target = writer;
    return new WritableStream<unknown>({
      write: async (value) => {
        await target.write(value instanceof Uint8Array ? value.slice() : await this.#encode(value));
      },
      close: () => target.close(),
    });
  }

  /** Resolves when all that was written is durable; rejects when some of it could not be stored. */
  async flush(): Promise<void> {
    for (const writer of this.#writers.values()) await writer.flush();
  }
}

class StreamWriter {
  readonly #world: World;
  readonly #runId: RunId;
  readonly #stream: string;
  #buffered: Chunk[] = [];
  #appending: Promise<void> | null = null;

  constructor(world: World, runId: RunId, stream: string) {
    this.#world = world;
    this.#runId = runId;
    this.#stream = stream;
  }

  async write(chunk: Chunk): Promise<void> {
    this.#buffered.push(chunk);
    this.#appending ??= this.#append();
    if (this.#buffered.length >= BUFFERED_CHUNKS_MAX) await this.#appending;
  }

  async flush(): Promise<void> {
    while (this.#appending) await this.#appending;
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
    } finally {
      this.#appending = null;
    }
  }
}
