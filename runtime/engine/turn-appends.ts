/** A turn's writes to streams: for each stream its chunks, in the order in which the code wrote them. */
import type { RunId } from '../contract/ids.ts';
import type { StreamWrite } from '../journal/commands.ts';
import type { Chunk, StreamAppend } from '../world/world.ts';

type StreamName = Pick<StreamWrite, 'stream' | 'streamRunId'>;
type OpenAppend = StreamAppend & { chunks: Chunk[] };

/** Gathers the chunks that one commit appends. */
export class TurnAppends {
  readonly #runId: RunId;
  readonly #byStream = new Map<string, OpenAppend>();

  /** @param runId The run that writes. */
  constructor(runId: RunId) {
    this.#runId = runId;
  }

  /** Adds chunks. A stream that this turn has closed takes none. */
  write({ content, ...name }: StreamName & { content: readonly Chunk[] }): void {
    const append = this.#find(name);
    if (!append.closes) for (const chunk of content) append.chunks.push(chunk);
  }

  /** Adds the last chunks of a step. */
  add({ runId, stream, chunks }: StreamAppend): void {
    this.write({ streamRunId: runId, stream, content: chunks });
  }

  /** Closes the stream after all that was written to it. */
  close(name: StreamName): void {
    this.#find(name).closes = true;
  }

  /** The appends so far; `null`: none. */
  take(): readonly StreamAppend[] | null {
    return this.#byStream.size === 0 ? null : [...this.#byStream.values()];
  }

  #find({ streamRunId: runId = this.#runId, stream }: StreamName): OpenAppend {
    const key = `${runId} ${stream}`;
    let append = this.#byStream.get(key);
    if (!append) this.#byStream.set(key, (append = { runId, stream, chunks: [], closes: false }));
    return append;
  }
}
