/** The stream of a run that a model call writes to. */
import type { UIMessageChunk } from 'ai';
import type { ModelCall } from '../contract/model-call.ts';
import { type AgentChunk, NESTED_CHUNK } from '../contract/ui-chunks.ts';

/** The runtime's view of the attempts of a step; `workflow/internal/agent` on a host. */
export interface AttemptStreams {
  /** Chunks written from now on are stored a moment later, in fewer commits. */
  gatherWrites(writable: WritableStream): void;
  /** The chunks that earlier attempts of this step wrote and that still stand, in order. */
  readWritten(writable: WritableStream): Promise<unknown[]>;
  /**
   * Chunks written from now on replace those that the step wrote: the store drops these from the first difference on.
   */
  restartWriting(writable: WritableStream): Promise<void>;
}

/** Reads and writes the chunks of a step, as they are or inside those of a parent's stream. */
export class ChunkSink {
  readonly #writable: WritableStream<UIMessageChunk>;
  readonly #streams: AttemptStreams;
  readonly #nested: ModelCall['nested'];

  constructor(writable: WritableStream<UIMessageChunk>, streams: AttemptStreams, nested: ModelCall['nested']) {
    this.#writable = writable;
    this.#streams = streams;
    this.#nested = nested;
    streams.gatherWrites(writable);
  }

  async readWritten(): Promise<AgentChunk[]> {
    const chunks = (await this.#streams.readWritten(this.#writable)) as AgentChunk[];
    return this.#nested ? chunks.map(({ data }) => (data as { chunk: AgentChunk }).chunk) : chunks;
  }

  async restart(): Promise<void> {
    await this.#streams.restartWriting(this.#writable);
  }

  async write(chunks: readonly AgentChunk[]): Promise<void> {
    const writer = this.#writable.getWriter();
    try {
      for (const chunk of chunks) await writer.write(this.#wrap(chunk) as UIMessageChunk);
    } finally {
      writer.releaseLock();
    }
  }

  #wrap(chunk: AgentChunk): AgentChunk {
    return this.#nested ? { type: NESTED_CHUNK, transient: true, data: { ...this.#nested, chunk } } : chunk;
  }
}
