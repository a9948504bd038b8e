/** What a turn writes to streams: for each stream its chunks, in the order in which the code wrote them. */
import type { RunId } from '../contract/ids.ts';
import type { StreamWrite } from '../journal/commands.ts';
import type { Chunk, StreamAppend } from '../world/world.ts';

type StreamName = Pick<StreamWrite, 'stream' | 'streamRunId'>;
type OpenAppend = StreamAppend & { chunks: Chunk[] };

export class TurnAppends {
  readonly #runId: RunId;
  readonly #byStream = new Map<string, OpenAppend>();

  /** @param runId The run that writes. */
  constructor(runId: RunId) {
    this.#runId = runId;
  }

  write({ content, ...name }: StreamName & { content: readonly Chunk[] }): void {
    const append = this.#find(name);
    // A closed stream takes nothing.
    if (!append.closes) for (const chunk of content) append.chunks.push(chunk);
  }

  add({ runId, stream, chunks }: StreamAppend): void {
    this.write({ streamRunId: runId, stream, content: chunks });
  }

  close(name: StreamName): void {
    this.#find(name).closes = true;
  }

  /** What a commit carries; `null`: nothing. */
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
