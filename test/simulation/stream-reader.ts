/**
 * Somebody who reads a stream from outside. When the process that serves it ends, another one goes on from where the
 * reader was told, or from the last chunk that came.
 */
import { followStream } from '../../runtime/api/stream-follower.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { StreamInterruptedError } from '../../runtime/contract/run-errors.ts';
import type { Chunk } from '../../runtime/world/world.ts';
import type { SimulatedProcess } from './simulated-process.ts';

export interface StreamReaderOptions {
  runId: RunId;
  stream: string;
  from: number;
  /** A process that is there now. */
  pickProcess(): SimulatedProcess;
  /** Whether a process may answer with this error: then the reader asks again. */
  mayFail(error: unknown): boolean;
  report(problem: string): void;
}

export class StreamReader {
  readonly #options: StreamReaderOptions;
  readonly #chunks: Chunk[] = [];
  #next: number;

  constructor(options: StreamReaderOptions) {
    this.#options = options;
    this.#next = options.from;
  }

  /** Reads to the end of the stream, whoever serves it. */
  async read(): Promise<Chunk[]> {
    while (!(await this.#readAt(this.#options.pickProcess())));
    return this.#chunks;
  }

  /** @returns Whether the stream has come to its end. */
  async #readAt(process: SimulatedProcess): Promise<boolean> {
    const { life } = process;
    // Nobody is there any more: the simulation is broken off.
    if (!life.isAlive) return true;
    life.responses += 1;
    const outcome = await Promise.race([this.#follow(process), life.ended.then(() => 'cut' as const)]);
    life.responses -= 1;
    if (outcome === 'cut' && life.endedInOrder)
      this.#options.report(`a reader at ${life.name} was not told where to go on`);
    return outcome === 'end';
  }

  async #follow({ connection, life }: SimulatedProcess): Promise<'end' | 'told' | 'failed'> {
    const { runId, stream, mayFail } = this.#options;
    const { signal } = new AbortController();
    try {
      for await (const { index, chunk } of followStream({ connection, runId, stream, from: this.#next, signal })) {
        if (!life.isAlive) break;
        this.#chunks.push(chunk);
        this.#next = index + 1;
      }
      return 'end';
    } catch (error) {
      if (error instanceof StreamInterruptedError) this.#next = error.nextIndex;
      else if (!mayFail(error)) throw error;
      return error instanceof StreamInterruptedError ? 'told' : 'failed';
    }
  }
}
