/** A stream of a run as the store keeps it, for one step call with several attempts. */
import type { UIMessageChunk } from 'ai';
import type { AttemptStreams } from '../../../agent/model/chunk-sink.ts';

export type Chunk = { type: string } & Record<string, unknown>;

interface Kept {
  text: string;
  isDropped: boolean;
}

export class StepStream implements AttemptStreams {
  readonly #all: Kept[] = [];
  #position = 0;
  /** Called after each chunk; what it throws is the answer to the writer. */
  onChunk: (chunk: Chunk) => void = () => {};

  /** The chunks that readers saw who read along. */
  get live(): Chunk[] {
    return this.#all.map(({ text }) => JSON.parse(text) as Chunk);
  }

  /** The chunks that readers see who begin now. */
  get stored(): Chunk[] {
    return this.#standing.map(({ text }) => JSON.parse(text) as Chunk);
  }

  get #standing(): Kept[] {
    return this.#all.filter(({ isDropped }) => !isDropped);
  }

  /** The stream as the next attempt gets it. */
  nextAttempt(): WritableStream<UIMessageChunk> {
    this.#position = 0;
    return new WritableStream({ write: (chunk) => this.#write(chunk) });
  }

  /** Each chunk is kept at once. */
  gatherWrites(): void {}

  /** The step ended: what only earlier attempts wrote is dropped. */
  finish(): void {
    for (const kept of this.#standing.slice(this.#position)) kept.isDropped = true;
  }

  readWritten(): Promise<unknown[]> {
    return Promise.resolve(this.stored);
  }

  restartWriting(): Promise<void> {
    this.#position = 0;
    return Promise.resolve();
  }

  #write(chunk: Chunk): void {
    const text = JSON.stringify(chunk);
    const standing = this.#standing;
    if (standing[this.#position]?.text !== text) {
      for (const kept of standing.slice(this.#position)) kept.isDropped = true;
      this.#all.push({ text, isDropped: false });
    }
    this.#position += 1;
    this.onChunk(chunk);
  }
}

/** The text that a reader of these chunks has on the screen: a new beginning empties it. */
export function textOf(chunks: readonly Chunk[]): string {
  return chunks.reduce((text, { type, delta }) => {
    if (type === 'data-workflow-reset') return '';
    return type === 'text-delta' ? text + String(delta) : text;
  }, '');
}
