/**
 * The main thread's end of a store thread. Requests that arrive while a batch is under way form the next batch, so
 * under load more requests share one sync of the disk. A batch has a limited number of bytes, because copying it to the
 * thread and its answers back holds the event loop. The thread keeps the process alive only while somebody waits for
 * it.
 */
import type { Worker } from 'node:worker_threads';
import { isStoreGone, worldError } from '../messages.ts';
import { startThread } from '../threads/start-thread.ts';
import type { Change } from '../world.ts';
import { BatchPace } from './batch-pace.ts';
import { toError, toFailure } from './failure.ts';
import type { DatabaseOptions } from './open-database.ts';
import { toPaths } from './store-paths.ts';
import { buffersOf, weigh } from './request-weight.ts';
import type {
  ArgumentsOf,
  FromThread,
  OperationName,
  ThreadReplies,
  ThreadReply,
  Request,
  ResultOf,
  Role,
  ThreadData,
  ToThread,
} from './thread-messages.ts';

/** A batch has no further request once it and its answers have so many bytes. */
const BATCH_BYTES = 4 * 2 ** 20;

interface Pending<R extends Role> {
  request: Request<R>;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** Sends the requests of one role to a thread of their own, and starts the thread when it is needed. */
export class ThreadChannel<R extends Role> {
  readonly #data: ThreadData & { role: R };
  readonly #file: string;
  readonly #onChanges: (changes: readonly Change[]) => void;
  /** Called when the files of the store are gone or damaged. */
  onGone: (error: Error) => void = () => {};
  #thread: Worker | null = null;
  #started: PromiseWithResolvers<void> | null = null;
  #isReady = false;
  #isSendPlanned = false;
  #queue: Pending<R>[] = [];
  /** The batch that the thread has. */
  #underWay: Pending<R>[] = [];
  readonly #pace = new BatchPace();
  /** Called once nothing is queued or under way. */
  #onIdle: (() => void) | null = null;

  constructor(role: R, options: DatabaseOptions, onChanges: (changes: readonly Change[]) => void) {
    this.#data = { ...options, role };
    this.#file = toPaths(options.dataDir).file;
    this.#onChanges = onChanges;
  }

  /** Resolves when the thread has opened its connection. Rejects with an error of the catalogue. */
  start(): Promise<void> {
    if (this.#started) return this.#started.promise;
    this.#started = Promise.withResolvers<void>();
    const name = `workflow store: ${this.#data.role}`;
    const thread = startThread(this.#data, name);
    this.#thread = thread;
    let detail = 'it ended by itself';
    thread.on('message', (message: FromThread) => this.#receive(message));
    thread.on('error', (error) => (detail = error.message));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#abandon(worldError('world_thread_lost', { file: this.#file, detail }));
    });
    return this.#started.promise;
  }

  /** Sends a request to the thread, which is started if need be. Rejects with an error of the catalogue. */
  request<Name extends OperationName<R>>(name: Name, ...args: ArgumentsOf<R, Name>): Promise<ResultOf<R, Name>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ request: [name, ...args], resolve, reject });
      // A thread that cannot start rejects the queue.
      if (!this.#started) this.start().catch(() => undefined);
      // The answer to a batch sends the next one.
      if (this.#underWay.length === 0) this.#planSend();
    });
  }

  get #hasWork(): boolean {
    return this.#queue.length + this.#underWay.length > 0;
  }

  /** Finishes all requests, then ends the thread. */
  async close(): Promise<void> {
    if (this.#started) await this.#started.promise.catch(() => undefined);
    if (this.#hasWork) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    const thread = this.#thread;
    if (!thread) return;
    const hasEnded = new Promise((resolve) => thread.once('exit', resolve));
    thread.ref();
    this.#post({ kind: 'close' });
    this.#thread = null;
    await hasEnded;
  }

  /** Sends at the end of this turn of the event loop, so that all requests of the turn share a batch. */
  #planSend(): void {
    if (this.#isSendPlanned || !this.#isReady) return;
    this.#isSendPlanned = true;
    setImmediate(() => {
      this.#isSendPlanned = false;
      this.#pace.acted(performance.now());
      this.#send();
    });
  }

  #send(): void {
    if (!this.#thread || this.#queue.length === 0 || this.#underWay.length > 0) return;
    this.#underWay = this.#takeBatch();
    this.#thread.ref();
    try {
      this.#post({ kind: 'batch', requests: this.#underWay.map(({ request }) => request) });
    } catch (error) {
      // A value in the batch cannot be copied to a thread.
      const reply = { failure: toFailure(error, this.#file) };
      const refused = this.#takeUnderWay();
      this.#settle(
        refused,
        refused.map(() => reply),
      );
      this.#rest();
    }
  }

  /** The requests that came first, at least one. */
  #takeBatch(): Pending<R>[] {
    if (this.#queue.length === 1) return this.#queue.splice(0);
    let bytes = 0;
    const last = this.#queue.findIndex(({ request }) => (bytes += weigh(request)) >= BATCH_BYTES);
    const count = last < 0 ? Infinity : last + 1;
    return this.#queue.splice(0, Math.min(count, this.#pace.requestsMax(this.#queue.length)));
  }

  #post(message: ToThread<R>): void {
    this.#thread?.postMessage(message, message.kind === 'batch' ? buffersOf(message.requests) : []);
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#started?.resolve();
        return this.#rest();
      case 'unusable':
        return this.#abandon(toError(message.failure));
      case 'gone':
        return this.onGone(toError(message.failure));
      case 'blocked':
        return this.#onChanges([{ kind: 'blocked', error: message.failure && toError(message.failure) }]);
      case 'elsewhere':
        return this.#onChanges([message]);
      case 'replies':
        return this.#onReplies(message);
    }
  }

  #onReplies({ replies, changes, syncMs }: ThreadReplies): void {
    const answered = this.#takeUnderWay();
    this.#pace.answered({
      requests: answered.length,
      waiting: this.#queue.length,
      syncMs,
      at: performance.now(),
    });
    if (this.#pace.overlaps) this.#send();
    this.#settle(answered, replies);
    this.#onChanges(changes);
    this.#rest();
  }

  #takeUnderWay(): Pending<R>[] {
    const underWay = this.#underWay;
    this.#underWay = [];
    return underWay;
  }

  #settle(answered: readonly Pending<R>[], replies: readonly ThreadReply[]): void {
    for (let i = 0; i < replies.length; i++) {
      const reply = replies[i]!;
      const { resolve, reject } = answered[i]!;
      if ('failure' in reply) this.#reject(reject, toError(reply.failure));
      else resolve(reply.value as never);
    }
  }

  #reject(reject: (error: Error) => void, error: Error): void {
    reject(error);
    if (isStoreGone(error)) this.onGone(error);
  }

  /** Continues with the queue, or lets the process end. */
  #rest(): void {
    this.#planSend();
    if (this.#hasWork) return;
    this.#thread?.unref();
    this.#onIdle?.();
  }

  /** The thread is unusable: all waiting requests are rejected, and the next request starts another thread. */
  #abandon(error: Error): void {
    const waiting = [...this.#underWay, ...this.#queue];
    this.#started?.reject(error);
    this.#started = null;
    this.#thread = null;
    this.#isReady = false;
    this.#underWay = [];
    this.#queue = [];
    for (const { reject } of waiting) reject(error);
    this.#onIdle?.();
  }
}
