/**
 * Writes chunks from workflow code. They are part of the commit of the workflow's turn, so each is stored once and a
 * replay writes none.
 */
import type { UIMessageChunk } from 'ai';
import { definedFields } from '../contract/defined-fields.ts';
import { type AgentChunk, NESTED_CHUNK } from '../contract/ui-chunks.ts';

/** For whom a sub-agent works. */
export interface Nesting {
  toolCallId: string;
  agent: string;
}

/** Writes the chunks of one answer, as they are or inside those of the parent's answer. */
export class UIChunkWriter {
  /** `null`: nobody reads. */
  readonly #writable: WritableStream<UIMessageChunk> | null;
  readonly #nesting: Nesting | undefined;
  #isOver = false;

  constructor(writable: WritableStream<UIMessageChunk> | null, nesting?: Nesting) {
    this.#writable = writable;
    this.#nesting = nesting;
  }

  async write(...chunks: AgentChunk[]): Promise<void> {
    if (!this.#writable || this.#isOver) return;
    const writer = this.#writable.getWriter();
    const written = chunks.map((chunk) => writer.write(this.#wrap(definedFields(chunk)) as UIMessageChunk));
    // Before anything is awaited: tools that run side by side write, too.
    writer.releaseLock();
    await Promise.all(written);
  }

  /** The answer is over. Chunks of tools that nobody waits for any more come too late. */
  async end({ closesStream }: { closesStream: boolean }): Promise<void> {
    this.#isOver = true;
    if (closesStream) await this.#writable?.close();
  }

  #wrap(chunk: AgentChunk): AgentChunk {
    return this.#nesting ? { type: NESTED_CHUNK, transient: true, data: { ...this.#nesting, chunk } } : chunk;
  }
}
