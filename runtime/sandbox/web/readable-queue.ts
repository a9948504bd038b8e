/** The state of one readable stream: its queued chunks, its waiting reads, and when the source is asked for more. */

/** The source of a stream's chunks: the object that the user passes. */
export interface ChunkSource<Chunk> {
  start?(controller: ChunkController<Chunk>): unknown;
  pull?(controller: ChunkController<Chunk>): unknown;
  cancel?(reason: unknown): unknown;
}

/** The controller with which a source fills its stream. */
export interface ChunkController<Chunk> {
  readonly desiredSize: number | null;
  enqueue(chunk: Chunk): void;
  close(): void;
  error(reason?: unknown): void;
}

/** How chunks count against the room of a stream. */
export interface QueuingStrategy<Chunk> {
  highWaterMark: number;
  size(chunk: Chunk): number;
}

/** The result of a read. */
export type ChunkResult<Chunk> = { value: Chunk; done: false } | { value: undefined; done: true };

interface Waiter<Chunk> {
  resolve(result: ChunkResult<Chunk>): void;
  reject(reason: unknown): void;
}

type State = { is: 'readable' } | { is: 'closed' } | { is: 'errored'; reason: unknown };

/** The queue between one source and the reader of its stream. */
export class ReadableQueue<Chunk> {
  state: State = { is: 'readable' };
  /** Whether the stream was ever read or cancelled. */
  disturbed = false;
  /** Settles when the stream has closed or failed. */
  readonly ended: Promise<void>;
  readonly #source: ChunkSource<Chunk>;
  readonly #strategy: QueuingStrategy<Chunk>;
  readonly #settleEnd: PromiseWithResolvers<void>;
  #chunks: { chunk: Chunk; size: number }[] = [];
  #queuedSize = 0;
  #waiters: Waiter<Chunk>[] = [];
  /** The source has closed the stream; queued chunks can still be read. */
  #closing = false;
  #pull: 'unstarted' | 'idle' | 'pulling' | 'pullingAgain' = 'unstarted';

  constructor(source: ChunkSource<Chunk>, strategy: QueuingStrategy<Chunk>) {
    this.#source = source;
    this.#strategy = strategy;
    this.#settleEnd = Promise.withResolvers<void>();
    this.ended = this.#settleEnd.promise;
    this.ended.catch(() => {});
  }

  start(controller: ChunkController<Chunk>): void {
    void this.#follow(this.#source.start?.(controller), controller);
  }

  get desiredSize(): number | null {
    if (this.state.is === 'errored') return null;
    if (this.state.is === 'closed') return 0;
    return this.#strategy.highWaterMark - this.#queuedSize;
  }

  enqueue(chunk: Chunk, controller: ChunkController<Chunk>): void {
    this.#assertOpen();
    const waiter = this.#waiters.shift();
    if (waiter) waiter.resolve({ value: chunk, done: false });
    else this.#push(chunk);
    this.#pullIfNeeded(controller);
  }

  close(): void {
    this.#assertOpen();
    this.#closing = true;
    if (this.#chunks.length === 0) this.#end();
  }

  fail(reason: unknown): void {
    if (this.state.is !== 'readable') return;
    this.state = { is: 'errored', reason };
    this.#chunks = [];
    for (const waiter of this.#takeWaiters()) waiter.reject(reason);
    this.#settleEnd.reject(reason);
  }

  read(controller: ChunkController<Chunk>): Promise<ChunkResult<Chunk>> {
    this.disturbed = true;
    if (this.state.is === 'errored') return Promise.reject(this.state.reason);
    const next = this.#chunks.shift();
    this.#queuedSize -= next?.size ?? 0;
    if (next === undefined && this.state.is === 'closed') return Promise.resolve({ value: undefined, done: true });
    const { promise, resolve, reject } = Promise.withResolvers<ChunkResult<Chunk>>();
    if (next === undefined) this.#waiters.push({ resolve, reject });
    else resolve({ value: next.chunk, done: false });
    if (this.#closing && this.#chunks.length === 0) this.#end();
    this.#pullIfNeeded(controller);
    return promise;
  }

  /** Rejects the waiting reads of a reader that releases the stream. */
  dropWaiters(reason: unknown): void {
    for (const waiter of this.#takeWaiters()) waiter.reject(reason);
  }

  async cancel(reason: unknown): Promise<void> {
    this.disturbed = true;
    if (this.state.is === 'errored') throw this.state.reason;
    if (this.state.is === 'closed') return;
    this.#chunks = [];
    this.#end();
    await this.#source.cancel?.(reason);
  }

  #end(): void {
    if (this.state.is !== 'readable') return;
    this.state = { is: 'closed' };
    for (const waiter of this.#takeWaiters()) waiter.resolve({ value: undefined, done: true });
    this.#settleEnd.resolve();
  }

  #takeWaiters(): Waiter<Chunk>[] {
    const waiters = this.#waiters;
    this.#waiters = [];
    return waiters;
  }

  #assertOpen(): void {
    if (this.#closing || this.state.is !== 'readable')
      throw new TypeError('Invalid state: Controller is already closed');
  }

  #push(chunk: Chunk): void {
    const size = this.#measure(chunk);
    this.#chunks.push({ chunk, size });
    this.#queuedSize += size;
  }

  #measure(chunk: Chunk): number {
    try {
      const size = this.#strategy.size(chunk);
      if (!(size >= 0 && size < Infinity))
        throw new RangeError('The size of a chunk must be a finite number, 0 or more.');
      return size;
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  #pullIfNeeded(controller: ChunkController<Chunk>): void {
    if (this.#pull === 'unstarted' || this.#closing || this.state.is !== 'readable') return;
    if (this.#waiters.length === 0 && this.desiredSize! <= 0) return;
    if (this.#pull !== 'idle') {
      this.#pull = 'pullingAgain';
      return;
    }
    this.#pull = 'pulling';
    void this.#follow(this.#callPull(controller), controller);
  }

  async #callPull(controller: ChunkController<Chunk>): Promise<void> {
    await this.#source.pull?.(controller);
  }

  /** Continues when `work` of the source is done. */
  async #follow(work: unknown, controller: ChunkController<Chunk>): Promise<void> {
    try {
      await work;
    } catch (reason) {
      this.fail(reason);
      return;
    }
    const ready = this.#pull !== 'pulling';
    this.#pull = 'idle';
    if (ready) this.#pullIfNeeded(controller);
  }
}
