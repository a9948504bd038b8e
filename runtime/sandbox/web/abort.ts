import { SandboxDOMException } from './dom-exception.ts';
import { HandlerAttribute, SandboxEventTarget } from './event-target.ts';
import { SandboxEvent } from './event.ts';
import { getWebClock } from './web-host.ts';
import { toIterable } from './web-idl.ts';

/** Only this module can create signals. */
const INTERNAL = Symbol('internal');

let abortSignal: (signal: SandboxAbortSignal, reason: unknown) => void;

const createAbortError = (): unknown => new SandboxDOMException('This operation was aborted', 'AbortError');

/** `AbortSignal` of the Web platform. `timeout` waits durably, by the clock of the workflow. */
export class SandboxAbortSignal extends SandboxEventTarget {
  #aborted = false;
  #reason: unknown = undefined;
  /** Signals that `any` made from this one. */
  readonly #dependents: SandboxAbortSignal[] = [];
  /** The sources of a signal that `any` made. */
  #sources: SandboxAbortSignal[] | null = null;
  readonly #onabort = new HandlerAttribute(this, 'abort');

  static {
    abortSignal = (signal, reason) => signal.#abort(reason);
  }

  constructor(key?: symbol) {
    if (key !== INTERNAL) throw new TypeError('Illegal constructor');
    super();
  }

  static abort(reason: unknown = createAbortError()): SandboxAbortSignal {
    const signal = new SandboxAbortSignal(INTERNAL);
    signal.#aborted = true;
    signal.#reason = reason;
    return signal;
  }

  static timeout(delayMs: number): SandboxAbortSignal {
    if (typeof delayMs !== 'number') throw new TypeError('AbortSignal.timeout: the delay must be a number.');
    if (!(delayMs >= 0 && Number.isFinite(delayMs))) {
      throw new RangeError('AbortSignal.timeout: the delay must be a finite number of milliseconds, 0 or more.');
    }
    const signal = new SandboxAbortSignal(INTERNAL);
    const expire = (): void => {
      signal.#abort(new SandboxDOMException('The operation was aborted due to timeout', 'TimeoutError'));
    };
    // The wait ends early only when its run ends, which then has no use for the signal.
    const ignore = (): void => {};
    void getWebClock().sleep(delayMs).then(expire, ignore);
    return signal;
  }

  static any(signals: Iterable<SandboxAbortSignal>): SandboxAbortSignal {
    const sources = [...toIterable(signals, 'AbortSignal.any: the signals must be iterable.')] as SandboxAbortSignal[];
    if (!sources.every((source) => source instanceof SandboxAbortSignal)) {
      throw new TypeError('AbortSignal.any: all members must be instances of AbortSignal.');
    }
    const aborted = sources.find((source) => source.aborted);
    if (aborted) return SandboxAbortSignal.abort(aborted.reason);
    const signal = new SandboxAbortSignal(INTERNAL);
    const roots = new Set(sources.flatMap((source) => source.#sources ?? [source]));
    signal.#sources = [...roots];
    for (const root of roots) root.#dependents.push(signal);
    return signal;
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  get onabort(): unknown {
    return this.#onabort.get();
  }
  set onabort(handler: unknown) {
    this.#onabort.set(handler);
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }

  #abort(reason: unknown): void {
    if (this.#aborted) return;
    const signals = [this as SandboxAbortSignal, ...this.#dependents.filter((dependent) => !dependent.#aborted)];
    // All signals are aborted before the first listener runs, so that listeners see a consistent state.
    for (const signal of signals) {
      signal.#aborted = true;
      signal.#reason = reason;
    }
    const failures = signals.flatMap(notify);
    if (failures.length > 0) throw failures[0];
  }
}

/** Notifies the listeners of an aborted signal; returns the error that one of them threw. */
function notify(signal: SandboxAbortSignal): unknown[] {
  try {
    signal.dispatchEvent(new SandboxEvent('abort'));
    return [];
  } catch (error) {
    return [error];
  }
}

/** `AbortController` of the Web platform. */
export class SandboxAbortController {
  readonly #signal = new SandboxAbortSignal(INTERNAL);

  get signal(): SandboxAbortSignal {
    return this.#signal;
  }

  abort(reason: unknown = createAbortError()): void {
    abortSignal(this.#signal, reason);
  }
}
