import { SandboxAbortController } from './abort.ts';

interface ChunkSink<Chunk> {
  start?(controller: SinkController): unknown;
  write?(chunk: Chunk, controller: SinkController): unknown;
  close?(): unknown;
  abort?(reason: unknown): unknown;
}

interface SinkController {
  readonly signal: unknown;
  error(reason?: unknown): void;
}

type State = { is: 'writable' } | { is: 'closing' } | { is: 'errored'; reason: unknown };

/** The receiver of a stream's calls from its writers. */
export interface ChunkQueue<Chunk> {
  readonly closed: Promise<void>;
  readonly desiredSize: number | null;
  readonly ready: Promise<void>;
  write(chunk: Chunk): Promise<void>;
  close(): Promise<void>;
  abort(reason: unknown): Promise<void>;
}

let attach: <Chunk>(stream: SandboxWritableStream<Chunk>, writer: SandboxWriter<Chunk> | null) => ChunkQueue<Chunk>;

/** Makes a stream that passes its writers' calls to `queue`. */
export let openWritableOnto: <Chunk>(queue: ChunkQueue<Chunk>) => SandboxWritableStream<Chunk>;

/**
 * `WritableStream` of the Web platform: passes chunks to its sink one after the other. The streams that a run publishes
 * have this form in workflows too.
 */
export class SandboxWritableStream<Chunk = unknown> {
  #queue: ChunkQueue<Chunk>;
  #writer: SandboxWriter<Chunk> | null = null;

  static {
    attach = (stream, writer) => {
      if (stream.locked && writer) throw new TypeError('Invalid state: WritableStream is locked');
      stream.#writer = writer;
      return stream.#queue;
    };
    openWritableOnto = <Chunk>(queue: ChunkQueue<Chunk>) => {
      const stream = new SandboxWritableStream<Chunk>();
      stream.#queue = queue;
      return stream;
    };
  }

  constructor(sink: ChunkSink<Chunk> = {}, strategy: { highWaterMark?: unknown; size?: unknown } = {}) {
    if (strategy.size !== undefined) throw new TypeError('WritableStream: a workflow counts chunks; leave out "size".');
    this.#queue = new WriteQueue(sink, Number(strategy.highWaterMark ?? 1));
  }

  get locked(): boolean {
    return this.#writer !== null;
  }

  getWriter(): SandboxWriter<Chunk> {
    return new SandboxWriter(this);
  }

  async close(): Promise<void> {
    this.#assertUnlocked();
    await this.#queue.close();
  }

  async abort(reason?: unknown): Promise<void> {
    this.#assertUnlocked();
    await this.#queue.abort(reason);
  }

  #assertUnlocked(): void {
    if (this.locked) throw new TypeError('Invalid state: WritableStream is locked');
  }
}

/** `WritableStreamDefaultWriter` of the Web platform. */
export class SandboxWriter<Chunk = unknown> {
  #stream: SandboxWritableStream<Chunk> | null;
  readonly #queue: ChunkQueue<Chunk>;

  constructor(stream: SandboxWritableStream<Chunk>) {
    if (!(stream instanceof SandboxWritableStream))
      throw new TypeError('The "stream" argument must be a WritableStream.');
    this.#queue = attach(stream, this);
    this.#stream = stream;
  }

  get closed(): Promise<void> {
    return this.#queue.closed;
  }

  get desiredSize(): number | null {
    return this.#attached().desiredSize;
  }

  get ready(): Promise<void> {
    return this.#attached().ready;
  }

  async write(chunk?: unknown): Promise<void> {
    await this.#attached().write(chunk as Chunk);
  }

  async close(): Promise<void> {
    await this.#attached().close();
  }

  async abort(reason?: unknown): Promise<void> {
    await this.#attached().abort(reason);
  }

  releaseLock(): void {
    if (this.#stream) attach(this.#stream, null);
    this.#stream = null;
  }

  #attached(): ChunkQueue<Chunk> {
    if (!this.#stream) throw new TypeError('Invalid state: The writer is not attached to a stream');
    return this.#queue;
  }
}

/** The calls to one sink, in order. */
class WriteQueue<Chunk> implements ChunkQueue<Chunk> {
  readonly #ended = Promise.withResolvers<void>();
  readonly #sink: ChunkSink<Chunk>;
  readonly #highWaterMark: number;
  readonly #aborter = new SandboxAbortController();
  readonly #controller: SinkController;
  #state: State = { is: 'writable' };
  #waiting = 0;
  /** Exists while somebody waits for room for another chunk. */
  #room: PromiseWithResolvers<void> | null = null;
  /** Resolves when the sink has taken everything so far; never rejects. */
  #last: Promise<unknown>;

  constructor(sink: ChunkSink<Chunk>, highWaterMark: number) {
    if (!(highWaterMark >= 0)) throw new RangeError('WritableStream: highWaterMark must be a number, 0 or more.');
    this.#sink = sink;
    this.#highWaterMark = highWaterMark;
    this.#ended.promise.catch(() => {});
    this.#controller = { signal: this.#aborter.signal, error: (reason) => this.#fail(reason) };
    const started = sink.start?.(this.#controller);
    this.#last = Promise.resolve(started).catch((reason: unknown) => this.#fail(reason));
  }

  get closed(): Promise<void> {
    return this.#ended.promise;
  }

  get desiredSize(): number | null {
    if (this.#state.is === 'errored') return null;
    return this.#state.is === 'closing' ? 0 : this.#highWaterMark - this.#waiting;
  }

  get ready(): Promise<void> {
    if (this.#state.is === 'errored') return this.#ended.promise;
    if (this.#state.is === 'closing' || this.desiredSize! > 0) return Promise.resolve();
    this.#room ??= Promise.withResolvers<void>();
    return this.#room.promise;
  }

  async write(chunk: Chunk): Promise<void> {
    this.#assertWritable();
    this.#waiting++;
    try {
      await this.#enqueue(() => this.#sink.write?.(chunk, this.#controller));
    } finally {
      this.#waiting--;
      if (this.#waiting < this.#highWaterMark) this.#announceRoom();
    }
  }

  async close(): Promise<void> {
    this.#assertWritable();
    this.#state = { is: 'closing' };
    await this.#enqueue(() => this.#sink.close?.());
    this.#ended.resolve();
  }

  async abort(reason: unknown): Promise<void> {
    if (this.#state.is !== 'writable') return;
    this.#fail(reason);
    this.#aborter.abort(reason);
    await this.#last;
    await this.#sink.abort?.(reason);
  }

  async #enqueue(call: () => unknown): Promise<void> {
    const result = this.#last.then(() => {
      this.#assertHealthy();
      return call();
    });
    this.#last = result.catch((reason: unknown) => this.#fail(reason));
    await result;
  }

  #fail(reason: unknown): void {
    if (this.#state.is === 'errored') return;
    this.#state = { is: 'errored', reason };
    this.#ended.reject(reason);
    this.#room?.promise.catch(() => {});
    this.#room?.reject(reason);
  }

  #announceRoom(): void {
    this.#room?.resolve();
    this.#room = null;
  }

  #assertWritable(): void {
    this.#assertHealthy();
    if (this.#state.is === 'closing') throw new TypeError('Invalid state: WritableStream is closed');
  }

  #assertHealthy(): void {
    if (this.#state.is === 'errored') throw this.#state.reason;
  }
}
