/** Which attempts write where no chunk of their calls is: theirs need not be compared. */
import type { ChunkWriter } from '../world.ts';
import { RecentMap } from './recent-map.ts';

/** Attempts that are kept; those that are forgotten look again. */
const ATTEMPTS_MAX = 1_000;

/** By attempt and stream. A stream is named by its run and its name. */
export class FreePositions {
  readonly #from = new RecentMap<number>(ATTEMPTS_MAX);
  readonly #unanswered = new Set<string>();

  /** Whether the store has nothing of the call at the position of the writer or later. */
  has(stream: string, writer: ChunkWriter): boolean {
    const key = keyOf(stream, writer);
    if (this.#unanswered.has(key)) return false;
    const from = this.#from.get(key);
    return from === undefined ? writer.isFresh === true : writer.position >= from;
  }

  /** A request of the attempt goes to the store: until there is an answer, nobody knows what it has written. */
  ask(stream: string, writer: ChunkWriter): void {
    this.#unanswered.add(keyOf(stream, writer));
  }

  /** The store has answered; what it has of the call is compared with the next request. */
  answer(stream: string, writer: ChunkWriter): void {
    this.#unanswered.delete(keyOf(stream, writer));
  }

  /** The attempt is the latest one of its call, and the store has no chunk of it at `position` or later. */
  note(stream: string, writer: ChunkWriter, position: number): void {
    const key = keyOf(stream, writer);
    // Of a request that was sent once more, the attempt may have written what follows.
    this.#from.set(key, Math.max(position, this.#from.get(key) ?? 0));
    this.#unanswered.delete(key);
  }
}

const keyOf = (stream: string, { runId, call, epoch, attempt }: ChunkWriter): string =>
  `${runId} ${call} ${epoch} ${attempt} ${stream}`;
