/** The writable streams that steps get. */
import { BUFFERED_CHUNKS_MAX, type ChunkAppender } from './step-appender.ts';

/** Encodes a written value; rejects when it cannot be stored. */
export type EncodeChunk = (value: unknown) => Promise<string>;

/** One `WritableStream` of a step. It counts what was written, because a step may end without awaiting its writes. */
export class StepWritable {
  readonly stream: WritableStream<unknown>;
  readonly appender: ChunkAppender;
  /** Chunks that were written and have not reached the appender. */
  #underway = 0;
  #failure: { error: unknown } | null = null;
  /** Later writes are refused before they get here. */
  #isStopped = false;
  /** There while somebody waits. */
  #drained: PromiseWithResolvers<void> | null = null;
  #controller: WritableStreamDefaultController | null = null;

  constructor(appender: ChunkAppender, encode: EncodeChunk) {
    this.appender = appender;
    const stream = new WritableStream<unknown>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        write: async (value) => {
          try {
            await appender.write(value instanceof Uint8Array ? value.slice() : await encode(value));
            this.#underway -= 1;
          } catch (error) {
            this.#stop({ error });
            throw error;
          }
          if (this.#underway === 0) this.#endWait();
        },
        close: () => appender.close(),
        // The step gave the stream up on purpose: nobody waits for its chunks.
        abort: () => this.#stop(null),
      },
      {
        highWaterMark: BUFFERED_CHUNKS_MAX,
        // Called for each chunk at once, when it is written.
        size: () => {
          if (!this.#isStopped) this.#underway += 1;
          return 1;
        },
      },
    );
    this.stream = quietWriters(stream, (error) => this.#stop({ error }));
  }

  /** Resolves when all that was written has reached the appender. */
  async flush(): Promise<void> {
    if (this.#underway > 0) {
      this.#drained ??= Promise.withResolvers();
      await this.#drained.promise;
    }
    if (this.#failure) throw this.#failure.error;
  }

  cutOff(error: unknown): void {
    this.#controller!.error(error);
    this.#stop({ error });
  }

  #stop(failure: { error: unknown } | null): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#failure = failure;
    this.#underway = 0;
    this.#endWait();
  }

  #endWait(): void {
    this.#drained?.resolve();
    this.#drained = null;
  }
}

/**
 * Hands the failures of all writes to `onFailure`, whether somebody awaits them or not. Otherwise a failed write that
 * nobody awaits would be an unhandled rejection and end the process, only because a store did not answer or a run was
 * taken over.
 */
function quietWriters<W>(stream: WritableStream<W>, onFailure: (error: unknown) => void): WritableStream<W> {
  const getWriter = stream.getWriter.bind(stream);
  return replaceMethod(stream, 'getWriter', () => {
    const writer = getWriter();
    const write = writer.write.bind(writer);
    return replaceMethod(writer, 'write', (chunk: W) => {
      const written = write(chunk);
      written.catch(onFailure);
      return written;
    });
  });
}

const replaceMethod = <Target extends object>(target: Target, name: keyof Target, method: unknown): Target =>
  Object.defineProperty(target, name, { value: method, configurable: true, writable: true });
