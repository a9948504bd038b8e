/** Which later attempts write where no chunk of an attempt before them is: theirs need not be compared. */
import type { ChunkWriter } from '../world.ts';

/** Attempts that are kept; those that are forgotten look again. */
const ATTEMPTS_MAX = 1_000;

/** By attempt and stream. A stream is named by its run and its name. */
export class FreePositions {
  /** The one that was noted last is last. */
  readonly #from = new Map<string, number>();

  /** Whether the store has nothing of the call at the position of the writer or later. */
  has(stream: string, writer: ChunkWriter): boolean {
    const from = this.#from.get(keyOf(stream, writer));
    return from !== undefined && writer.position >= from;
  }

  /** The attempt is the latest one of its call, and the store has no chunk of it at `position` or later. */
  note(stream: string, writer: ChunkWriter, position: number): void {
    const key = keyOf(stream, writer);
    this.#from.delete(key);
    this.#from.set(key, position);
    if (this.#from.size > ATTEMPTS_MAX) this.#from.delete(this.#from.keys().next().value!);
  }

  /** The attempt has written chunks up to `position`; nothing, if it was never noted. */
  moveOn(stream: string, writer: ChunkWriter, position: number): void {
    const from = this.#from.get(keyOf(stream, writer));
    if (from !== undefined) this.note(stream, writer, Math.max(from, position));
  }
}

const keyOf = (stream: string, { runId, call, epoch, attempt }: ChunkWriter): string =>
  `${runId} ${call} ${epoch} ${attempt} ${stream}`;
