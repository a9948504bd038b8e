/** When a model call has to stop: signals from outside, and the time limits of one attempt. */
import type { ModelOutcome } from '../contract/model-call.ts';

/** Why a call was stopped before its end. */
export type StopReason = NonNullable<ModelOutcome['aborted']>['reason'];

/** Limits of one call of the model, in milliseconds. */
export interface DeadlineOptions {
  signals: readonly (AbortSignal | undefined)[];
  /** For the whole attempt. */
  stepMs?: number | undefined;
  /** From the answer's first byte on, between one part and the next. */
  chunkMs?: number | undefined;
}

/** Stops a call of the model by its signal or its time limits. */
export class Deadlines {
  readonly #controller = new AbortController();
  readonly #stopped = Promise.withResolvers<never>();
  readonly #removers: (() => void)[] = [];
  readonly #chunkMs: number | undefined;
  #chunkTimer: ReturnType<typeof setTimeout> | undefined;
  #reason: StopReason | null = null;

  constructor({ signals, stepMs, chunkMs }: DeadlineOptions) {
    this.#chunkMs = chunkMs;
    // Nobody may be waiting when it rejects.
    this.#stopped.promise.catch(() => {});
    for (const signal of signals) if (signal) this.#follow(signal);
    if (stepMs !== undefined) {
      const timer = setTimeout(() => this.#stop('step-timeout', timeoutError('model call', stepMs)), stepMs);
      this.#removers.push(() => clearTimeout(timer));
    }
  }

  /** Fires at the first of them. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** `null` as long as the call may go on. */
  get reason(): StopReason | null {
    return this.#reason;
  }

  /** The model gave a sign of life. */
  onPart(): void {
    if (this.#chunkMs === undefined || this.#reason) return;
    const limitMs = this.#chunkMs;
    clearTimeout(this.#chunkTimer);
    this.#chunkTimer = setTimeout(() => this.#stop('chunk-timeout', timeoutError('chunk', limitMs)), limitMs);
  }

  /** Waits for `promise`, unless the call has to stop before; then it rejects with the signal's reason. */
  async untilStopped<T>(promise: PromiseLike<T>): Promise<T> {
    return await Promise.race([promise, this.#stopped.promise]);
  }

  /** The call is over: nothing fires any more. */
  end(): void {
    clearTimeout(this.#chunkTimer);
    for (const remove of this.#removers) remove();
  }

  #follow(signal: AbortSignal): void {
    const onAbort = (): void => this.#stop('signal', signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    this.#removers.push(() => signal.removeEventListener('abort', onAbort));
  }

  #stop(reason: StopReason, error: unknown): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.end();
    this.#controller.abort(error);
    this.#stopped.reject(error);
  }
}

const timeoutError = (what: string, limitMs: number): DOMException =>
  new DOMException(`The ${what} took longer than ${limitMs} ms.`, 'TimeoutError');
