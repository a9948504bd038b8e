/** Where streams end, as far as this process knows: there it expects the next chunks to get their indexes. */
import type { RunId } from '../../contract/ids.ts';
import { placeOf } from '../../contract/run-place.ts';
import type { NewRun, StreamAppend, World } from '../world.ts';
import { RecentMap } from './recent-map.ts';

/** Streams that are kept; those that are forgotten are expected to be empty, and looked up when they are not. */
const STREAMS_MAX = 1_000;

/** By run and name. */
export class StreamEnds {
  readonly #world: World;
  readonly #ends = new RecentMap<number>(STREAMS_MAX);

  constructor(world: World) {
    this.#world = world;
  }

  /** The index of the first of so many chunks that are appended next. */
  take(runId: RunId, stream: string, count: number): number {
    const key = `${runId} ${stream}`;
    const index = this.#ends.get(key) ?? 0;
    this.#ends.set(key, index + count);
    return index;
  }

  /** Asks the store where a stream ends. */
  async find(runId: RunId, stream: string): Promise<void> {
    const { nextIndex } = await this.#world.readChunks(runId, stream, 0, 0);
    this.#ends.set(`${runId} ${stream}`, nextIndex);
  }

  /** Gives appends of a write their indexes. Those to another database go later, to wherever the stream ends then. */
  number<Write extends Pick<NewRun, 'runId' | 'appends'>>(write: Write): Write {
    const { runId: home, appends } = write;
    const number = (append: StreamAppend): StreamAppend => {
      const { runId, stream, chunks, index } = append;
      if (index !== undefined || placeOf(runId) !== placeOf(home)) return append;
      return { ...append, index: this.take(runId, stream, chunks.length) };
    };
    return appends ? { ...write, appends: appends.map(number) } : write;
  }
}
