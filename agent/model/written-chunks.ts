/**
 * Compares the chunks of earlier attempts of a model call with those of the attempt that runs. Texts are compared as
 * texts, however they are cut; chunks of the provider (`RAW_CHUNK`) and an earlier new beginning (`RESET_CHUNK`) are
 * passed over.
 */
import { type AgentChunk, RAW_CHUNK, RESET_CHUNK } from '../contract/ui-chunks.ts';

/** Fields in which chunks carry a piece of a text, by type. */
const PIECES: Readonly<Record<string, { id: string; text: string }>> = {
  'text-delta': { id: 'id', text: 'delta' },
  'reasoning-delta': { id: 'id', text: 'delta' },
  'tool-input-delta': { id: 'toolCallId', text: 'inputTextDelta' },
};

/** Compares the chunks of a new attempt with those that are written, one after the other. */
export class WrittenChunks {
  readonly #chunks: readonly AgentChunk[];
  #at = 0;
  /** Text of the new attempt that is the beginning of the next chunk here. */
  #begun = '';

  /** @param chunks All that stands, in order. */
  constructor(chunks: readonly AgentChunk[]) {
    this.#chunks = chunks;
  }

  /**
   * Takes the next chunk of the new attempt.
   * @returns The chunks to write for it: earlier chunks exactly as they were, and what goes beyond them; `null` when it
   * says something else.
   */
  take(chunk: AgentChunk): AgentChunk[] | null {
    const out = this.#passOver();
    if (this.isOver) return [...out, chunk];
    if (chunk.type === RAW_CHUNK) return out;
    return PIECES[chunk.type] ? this.#takePiece(chunk, out) : this.#takeWhole(chunk, out);
  }

  /** Whether the new attempt has said all that the earlier ones said. */
  get isOver(): boolean {
    return this.#at === this.#chunks.length;
  }

  /** Whether only chunks are left that an attempt does not have to repeat. */
  get isSaid(): boolean {
    return this.#chunks.slice(this.#at).every(isPassedOver);
  }

  /** All that was not met. */
  takeRest(): readonly AgentChunk[] {
    const rest = this.#chunks.slice(this.#at);
    this.#at = this.#chunks.length;
    return rest;
  }

  #takePiece(chunk: AgentChunk, out: AgentChunk[]): AgentChunk[] | null {
    let text = this.#begun + pieceOf(chunk);
    for (;;) {
      const next = this.#chunks[this.#at];
      if (next === undefined) return [...out, { ...chunk, [PIECES[chunk.type]!.text]: text }];
      if (!isOfSameText(next, chunk)) return null;
      const piece = pieceOf(next);
      if (!text.startsWith(piece)) break;
      text = text.slice(piece.length);
      out.push(next);
      this.#at += 1;
      out.push(...this.#passOver());
      if (text === '') break;
    }
    this.#begun = text;
    return text === '' || pieceOf(this.#chunks[this.#at]!).startsWith(text) ? out : null;
  }

  #takeWhole(chunk: AgentChunk, out: AgentChunk[]): AgentChunk[] | null {
    const next = this.#chunks[this.#at]!;
    if (this.#begun !== '' || textOf(next) !== textOf(chunk)) return null;
    this.#at += 1;
    return [...out, next];
  }

  #passOver(): AgentChunk[] {
    const from = this.#at;
    while (!this.isOver && isPassedOver(this.#chunks[this.#at]!)) this.#at += 1;
    return this.#chunks.slice(from, this.#at);
  }
}

const isPassedOver = ({ type }: AgentChunk): boolean => type === RAW_CHUNK || type === RESET_CHUNK;

/** The metadata of a part that only its provider knows has ids of the attempt. */
const textOf = (chunk: AgentChunk): string =>
  JSON.stringify(chunk.type === 'custom' ? { ...chunk, providerMetadata: null } : chunk);

const pieceOf = (chunk: AgentChunk): string => String(chunk[PIECES[chunk.type]!.text]);

const isOfSameText = (one: AgentChunk, other: AgentChunk): boolean =>
  one.type === other.type && one[PIECES[one.type]!.id] === other[PIECES[one.type]!.id];
