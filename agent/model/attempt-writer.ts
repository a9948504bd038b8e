/**
 * Writes the chunks of one attempt of a model call. As long as it says what the attempts before it said, their chunks
 * are written again as they were, which readers do not notice. At the first difference it begins anew: readers are told
 * so, and the whole attempt follows, with parts of its own.
 */
import { type AgentChunk, RESET_CHUNK } from '../contract/ui-chunks.ts';

import type { ChunkSink } from './chunk-sink.ts';
import { WrittenChunks } from './written-chunks.ts';

/** Writes the chunks of one attempt. Chunks that an earlier attempt wrote already are not written again. */
export class AttemptWriter {
  readonly #sink: ChunkSink;
  readonly #stepNumber: number;
  readonly #written: WrittenChunks;
  /** How often the call began anew, plus 1. */
  #version: number;
  /** All of this attempt so far, as long as it may have to be written anew. */
  #said: AgentChunk[] | null = [];

  private constructor(sink: ChunkSink, stepNumber: number, written: readonly AgentChunk[]) {
    this.#sink = sink;
    this.#stepNumber = stepNumber;
    this.#written = new WrittenChunks(written);
    this.#version = versionOf(written[0]);
  }

  static async open(sink: ChunkSink, stepNumber: number): Promise<AttemptWriter> {
    return new AttemptWriter(sink, stepNumber, await sink.readWritten());
  }

  /** @param chunk Its parts have numbers as ids. */
  async write(chunk: AgentChunk): Promise<void> {
    if (this.#said === null) return await this.#sink.write([this.#name(chunk)]);
    this.#said.push(chunk);
    const chunks = this.#written.take(this.#name(chunk));
    if (chunks === null) return await this.#beginAnew();
    // From here on nothing can differ.
    if (this.#written.isOver) this.#said = null;
    await this.#sink.write(chunks);
  }

  /** The attempt has said all it had to say; an earlier one may have said more. */
  async end(): Promise<void> {
    if (this.#said === null) return;
    if (!this.#written.isSaid) return await this.#beginAnew();
    await this.keepRest();
  }

  /** The attempt failed and none follows: what earlier ones said further stays, as readers have seen it. */
  async keepRest(): Promise<void> {
    this.#said = null;
    await this.#sink.write(this.#written.takeRest());
  }

  async #beginAnew(): Promise<void> {
    const said = this.#said!;
    this.#said = null;
    this.#version += 1;
    await this.#sink.restart();
    await this.#sink.write([
      {
        type: RESET_CHUNK,
        transient: true,
        // The version makes it differ from an earlier one, which the store would keep at its place.
        data: { stepNumber: this.#stepNumber, version: this.#version },
      },
      ...said.map((chunk) => this.#name(chunk)),
    ]);
  }

  /** Gives the parts ids that no other part of the message has. */
  #name(chunk: AgentChunk): AgentChunk {
    const field = /^(text|reasoning)-/.test(chunk.type) ? 'id' : chunk.type.startsWith('source-') ? 'sourceId' : null;
    if (field === null) return chunk;
    const again = this.#version === 1 ? '' : `r${this.#version}`;
    return { ...chunk, [field]: `${this.#stepNumber}${again}-${String(chunk[field])}` };
  }
}

function versionOf(first: AgentChunk | undefined): number {
  return first?.type === RESET_CHUNK ? (first['data'] as { version: number }).version : 1;
}
