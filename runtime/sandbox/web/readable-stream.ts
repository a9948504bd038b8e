import { ReadableQueue, type ChunkController, type ChunkResult, type ChunkSource } from './readable-queue.ts';
import { runtimeError } from '../../contract/runtime-errors.ts';
import { pipe, type PipeOptions } from './pipe.ts';
import { assertArguments, isObject } from './web-idl.ts';
import type { SandboxWritableStream } from './writable-stream.ts';

/** Only this module can create controllers. */
const INTERNAL = Symbol('internal');

interface ReaderOptions {
  mode?: unknown;
}

/** The second argument of a stream's constructor. */
interface StrategyOptions<Chunk> {
  highWaterMark?: unknown;
  size?: (chunk: Chunk) => number;
}

/** `ReadableStreamDefaultController` of the Web platform. */
export class SandboxReadableController<Chunk = unknown> implements ChunkController<Chunk> {
  readonly #queue: ReadableQueue<Chunk>;

  constructor(key: symbol, queue: ReadableQueue<Chunk>) {
    if (key !== INTERNAL) throw new TypeError('Illegal constructor');
    this.#queue = queue;
  }

  get desiredSize(): number | null {
    return this.#queue.desiredSize;
  }

  enqueue(chunk?: unknown): void {
    this.#queue.enqueue(chunk as Chunk, this);
  }

  close(): void {
    this.#queue.close();
  }

  error(reason?: unknown): void {
    this.#queue.fail(reason);
  }
}

let attach: <Chunk>(stream: SandboxReadableStream<Chunk>, reader: SandboxReadableReader<Chunk> | null) => Inside<Chunk>;

/** The parts of a stream that its reader uses. */
interface Inside<Chunk> {
  queue: ReadableQueue<Chunk>;
  controller: ChunkController<Chunk>;
}

/** Whether `stream` was ever read or cancelled. */
export let isDisturbed: (stream: SandboxReadableStream) => boolean;

/** `ReadableStream` of the Web platform, for chunks of any type. Byte readers and transforms belong in steps. */
export class SandboxReadableStream<Chunk = unknown> {
  readonly #inside: Inside<Chunk>;
  #reader: SandboxReadableReader<Chunk> | null = null;

  static {
    attach = (stream, reader) => {
      if (stream.locked && reader) throw new TypeError('Invalid state: ReadableStream is locked');
      stream.#reader = reader;
      return stream.#inside;
    };
    isDisturbed = (stream) => stream.#inside.queue.disturbed;
  }

  constructor(source: ChunkSource<Chunk> & { type?: unknown } = {}, strategy: StrategyOptions<Chunk> = {}) {
    if (source.type !== undefined)
      throw runtimeError('sandbox_import_outside', { name: 'A ReadableStream of type "bytes"' });
    const highWaterMark = Number(strategy.highWaterMark ?? 1);
    if (!(highWaterMark >= 0)) throw new RangeError('ReadableStream: highWaterMark must be a number, 0 or more.');
    const { size = () => 1 } = strategy;
    const queue = new ReadableQueue(source, { highWaterMark, size });
    const controller = new SandboxReadableController<Chunk>(INTERNAL, queue);
    this.#inside = { queue, controller };
    queue.start(controller);
  }

  static from<Chunk>(iterable: AsyncIterable<Chunk> | Iterable<Chunk | Promise<Chunk>>): SandboxReadableStream<Chunk> {
    assertArguments(arguments.length, 1, 'ReadableStream.from');
    const iterator = iterate(iterable);
    const source: ChunkSource<Chunk> = {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(await value);
      },
      async cancel(reason) {
        await iterator.return?.(reason);
      },
    };
    return new SandboxReadableStream(source, { highWaterMark: 0 });
  }

  get locked(): boolean {
    return this.#reader !== null;
  }

  async cancel(reason?: unknown): Promise<void> {
    if (this.locked) throw new TypeError('Invalid state: ReadableStream is locked');
    await this.#inside.queue.cancel(reason);
  }

  getReader(options: ReaderOptions | null = {}): SandboxReadableReader<Chunk> {
    if (options?.mode !== undefined)
      throw runtimeError('sandbox_import_outside', { name: 'A byte reader (getReader with mode)' });
    return new SandboxReadableReader(this);
  }

  /** Two streams that give all chunks of this one, each at its own pace. */
  tee(): [SandboxReadableStream<Chunk>, SandboxReadableStream<Chunk>] {
    return tee(this.getReader());
  }

  async pipeTo(target: SandboxWritableStream<Chunk>, options: PipeOptions | null = {}): Promise<void> {
    await pipe(this, target, options ?? {});
  }

  pipeThrough(): never {
    throw runtimeError('sandbox_import_outside', { name: 'ReadableStream.pipeThrough()' });
  }

  values(options: { preventCancel?: unknown } | null = {}): AsyncGenerator<Chunk, void, undefined> {
    return readAll(this.getReader(), Boolean(options?.preventCancel));
  }

  [Symbol.asyncIterator](): AsyncGenerator<Chunk, void, undefined> {
    return this.values();
  }
}

/** `ReadableStreamDefaultReader` of the Web platform. */
export class SandboxReadableReader<Chunk = unknown> {
  #stream: SandboxReadableStream<Chunk> | null;
  readonly #closed = Promise.withResolvers<void>();
  readonly #inside: Inside<Chunk>;

  constructor(stream: SandboxReadableStream<Chunk>) {
    if (!(stream instanceof SandboxReadableStream))
      throw new TypeError('The "stream" argument must be a ReadableStream.');
    this.#inside = attach(stream, this);
    this.#stream = stream;
    this.#closed.promise.catch(() => {});
    this.#inside.queue.ended.then(this.#closed.resolve, this.#closed.reject);
  }

  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  async read(): Promise<ChunkResult<Chunk>> {
    this.#assertAttached();
    return await this.#inside.queue.read(this.#inside.controller);
  }

  async cancel(reason?: unknown): Promise<void> {
    this.#assertAttached();
    await this.#inside.queue.cancel(reason);
  }

  releaseLock(): void {
    if (!this.#stream) return;
    const released = new TypeError('Invalid state: The reader was released');
    this.#inside.queue.dropWaiters(released);
    this.#closed.reject(released);
    attach(this.#stream, null);
    this.#stream = null;
  }

  #assertAttached(): void {
    if (!this.#stream) throw new TypeError('Invalid state: The reader is not attached to a stream');
  }
}

/** A stream with `bytes` as its only chunk. */
export function createByteStream(bytes: Uint8Array): SandboxReadableStream<Uint8Array> {
  return SandboxReadableStream.from(bytes.length === 0 ? [] : [bytes]);
}

type AnyIterator<Chunk> = AsyncIterator<Chunk> | Iterator<Chunk | Promise<Chunk>>;

function iterate<Chunk>(iterable: AsyncIterable<Chunk> | Iterable<Chunk | Promise<Chunk>>): AnyIterator<Chunk> {
  if (isObject(iterable) || typeof iterable === 'string') {
    if (Symbol.asyncIterator in Object(iterable)) return (iterable as AsyncIterable<Chunk>)[Symbol.asyncIterator]();
    if (Symbol.iterator in Object(iterable)) return (iterable as Iterable<Chunk>)[Symbol.iterator]();
  }
  throw new TypeError('ReadableStream.from: the argument must be iterable.');
}

async function* readAll<Chunk>(
  reader: SandboxReadableReader<Chunk>,
  preventCancel: boolean,
): AsyncGenerator<Chunk, void, undefined> {
  let atConsumer = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      atConsumer = true;
      yield value;
      atConsumer = false;
    }
  } finally {
    // Only a consumer that leaves the loop gets here between two reads.
    if (atConsumer && !preventCancel) await reader.cancel();
    reader.releaseLock();
  }
}

function tee<Chunk>(
  reader: SandboxReadableReader<Chunk>,
): [SandboxReadableStream<Chunk>, SandboxReadableStream<Chunk>] {
  const open = new Set<ChunkController<Chunk>>();
  const reasons: unknown[] = [];
  const cancelled = Promise.withResolvers<void>();
  let reading: Promise<void> | null = null;

  async function readOnce(): Promise<void> {
    const { done, value } = await reader.read();
    reading = null;
    for (const controller of open) {
      if (done) controller.close();
      else controller.enqueue(value);
    }
  }

  function branch(index: number): SandboxReadableStream<Chunk> {
    let own: ChunkController<Chunk>;
    return new SandboxReadableStream<Chunk>({
      start(controller) {
        own = controller;
        open.add(controller);
      },
      pull: () => (reading ??= readOnce()),
      async cancel(reason) {
        open.delete(own);
        reasons[index] = reason;
        if (open.size === 0) cancelled.resolve(reader.cancel(reasons));
        await cancelled.promise;
      },
    });
  }

  const branches = [branch(0), branch(1)] as const;
  reader.closed.catch((reason: unknown) => {
    for (const controller of open) controller.error(reason);
    cancelled.resolve();
  });
  return [...branches];
}
