import type { StreamReference } from '../values/stream-reference.ts';
import { appendToStream, closeStream } from './stream-writes.ts';
import type { ChunkQueue } from './web/writable-stream.ts';

type State = { is: 'writable' | 'closed' } | { is: 'errored'; reason: unknown };

/**
 * One handle's view of a run's stream. Chunks are taken at once, so there is always room. It does not notice that
 * others have closed the stream, because that would differ on replay.
 */
export class RunStreamQueue implements ChunkQueue<unknown> {
  readonly #reference: StreamReference;
  readonly #ended = Promise.withResolvers<void>();
  #state: State = { is: 'writable' };

  constructor(reference: StreamReference) {
    this.#reference = reference;
    this.#ended.promise.catch(() => {});
  }

  get closed(): Promise<void> {
    return this.#ended.promise;
  }

  get desiredSize(): number | null {
    return { writable: 1, closed: 0, errored: null }[this.#state.is];
  }

  get ready(): Promise<void> {
    return this.#state.is === 'errored' ? this.closed : Promise.resolve();
  }

  async write(value: unknown): Promise<void> {
    this.#assertWritable();
    try {
      appendToStream(this.#reference, [value]);
    } catch (error) {
      // Chunks after a lost one must not be stored, or readers would see a gap.
      this.#fail(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#assertWritable();
    closeStream(this.#reference);
    this.#state = { is: 'closed' };
    this.#ended.resolve();
  }

  /** Gives up this handle; the stream of the run does not change. */
  async abort(reason: unknown): Promise<void> {
    if (this.#state.is === 'writable') this.#fail(reason);
  }

  #fail(reason: unknown): void {
    this.#state = { is: 'errored', reason };
    this.#ended.reject(reason);
  }

  #assertWritable(): void {
    if (this.#state.is === 'errored') throw this.#state.reason;
    if (this.#state.is === 'closed') throw new TypeError('Invalid state: WritableStream is closed');
  }
}
