/** The writable streams that steps get. */
import type { Chunk } from '../world/world.ts';
import { BUFFERED_BYTES_MAX, shareOf, type ChunkAppender } from './step-appender.ts';

/** Encodes written values; both fail when a value cannot be stored. */
export interface ChunkEncoder {
  encode(value: unknown, what: string): Promise<string>;
  /** Fails also when something of the value has to be awaited. */
  encodeAtOnce(value: unknown, what: string): string;
}

/** One `WritableStream` of a step. It counts what was written, because a step may end without awaiting its writes. */
export class StepWritable {
  readonly stream: WritableStream<unknown>;
  readonly appender: ChunkAppender;
  /** Chunks that were written and have not reached the appender. */
  #underway = 0;
  /** The chunks that the stream holds back, encoded; `null`: they are encoded when it is their turn. */
  readonly #encoded: (string | null)[] = [];
  readonly #encoder: ChunkEncoder;
  #failure: { error: unknown } | null = null;
  /** Later writes are refused before they get here. */
  #isStopped = false;
  /** There while somebody waits. */
  #drained: PromiseWithResolvers<void> | null = null;
  #controller: WritableStreamDefaultController | null = null;

  constructor(appender: ChunkAppender, encoder: ChunkEncoder) {
    this.appender = appender;
    this.#encoder = encoder;
    const stream = new WritableStream<unknown>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        write: async (value) => {
          try {
            await appender.write(await this.#toChunk(value));
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
        highWaterMark: BUFFERED_BYTES_MAX,
        // Called for each chunk at once, when it is written.
        size: (value) => {
          if (!this.#isStopped) this.#underway += 1;
          return shareOf(value instanceof Uint8Array ? value.length : this.#encodeAhead(value));
        },
      },
    );
    this.stream = quietWriters(stream, (error) => this.#stop({ error }));
  }

  /** Encodes a value as it is when it is written. @returns The length of its text, as far as it is known. */
  #encodeAhead(value: unknown): number {
    let encoded: string | null = null;
    try {
      encoded = this.#encoder.encodeAtOnce(value, 'chunk');
    } catch {
      // It needs time, or it fails again when it is its turn: chunks before it are stored.
    }
    this.#encoded.push(encoded);
    return encoded?.length ?? 0;
  }

  async #toChunk(value: unknown): Promise<Chunk> {
    if (value instanceof Uint8Array) return value.slice();
    return this.#encoded.shift() ?? (await this.#encoder.encode(value, 'chunk'));
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
