/** Hooks: places where a run waits for data from outside. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { CarriedHook, WebhookReply } from '../journal/events.ts';
import type { Hook, HookOptions } from '../contract/hooks.ts';
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import { HANDLE, type HandleReference } from '../values/handle-values.ts';
import { anything, flag, type Option, type OptionTable } from '../values/read-options.ts';
import { checkOptions } from './check-options.ts';
import { disposeSymbol } from './dispose-symbols.ts';
import { decodeValue, encodeValue } from './realm-codec.ts';
import { host, requireScope, type KeptHook, type PayloadReceiver, type RunScope } from './run-scope.ts';
import { waitUntil } from './sleep.ts';

const TOKEN_LENGTH_MAX = 255;

interface Waiter<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

interface HookFacts {
  call: number;
  token: string;
  /** Its first payload closes it. */
  once: boolean;
}

/** The queue of a hook: it takes payloads in order and keeps those that come before anyone waits. */
export class HookChannel<T> implements Hook<T>, PayloadReceiver {
  readonly token: string;
  readonly call: number;
  readonly #scope: RunScope;
  readonly #map: (value: unknown) => T;
  readonly #once: boolean;
  #kept: string[] = [];
  #waiters: Waiter<T>[] = [];
  #failure: Error | null = null;
  #heldBy: string | null = null;
  #disposed = false;

  constructor(scope: RunScope, { call, token, once }: HookFacts, map: (value: unknown) => T) {
    this.#scope = scope;
    this.call = call;
    this.token = token;
    this.#once = once;
    this.#map = map;
  }

  get [HANDLE](): HandleReference {
    return { hook: this.token };
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a hook is its public interface
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#next().then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    while (!this.#disposed) {
      const next = await this.#next().catch((error: unknown) => {
        if (this.#disposed) return END;
        throw error;
      });
      if (next === END) return;
      yield next as T;
    }
  }

  async getConflict(): Promise<{ runId: string } | null> {
    // A wait that is due at once returns after the registration is committed, also on replay.
    if (this.#heldBy === null) await waitUntil(this.#scope.nowMs);
    return this.#heldBy === null ? null : { runId: this.#heldBy };
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#scope.hooks.delete(this.call);
    this.#scope.ask({ type: 'hook_disposed', call: this.call });
    this.#fail(runtimeError('hook_disposed', { token: this.token }));
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  get isAwaited(): boolean {
    return this.#waiters.length > 0;
  }

  carry(): CarriedHook | null {
    return this.#failure ? null : { call: this.call, token: this.token, payloads: this.#kept };
  }

  receive(payload: string): void {
    const waiter = this.#waiters.shift();
    if (waiter) this.#pass(payload, waiter);
    else this.#kept.push(payload);
  }

  conflict(token: string, heldBy: string): void {
    this.#heldBy = heldBy;
    this.#fail(new HookConflictError(token, heldBy));
  }

  cancel(error: Error): void {
    this.#fail(error);
  }

  #next(): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const payload = this.#kept.shift();
      if (payload !== undefined) this.#pass(payload, { resolve, reject });
      else if (this.#failure) reject(this.#failure);
      else this.#waiters.push({ resolve, reject });
    });
  }

  #pass(payload: string, waiter: Waiter<T>): void {
    try {
      waiter.resolve(this.#map(decodeValue(payload)));
    } catch (error) {
      waiter.reject(error);
    }
    if (this.#once) this.dispose();
  }

  #fail(error: Error): void {
    this.#failure = error;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter.reject(error);
  }
}

const END = Symbol('end');

/** A token has an error of its own. */
const hookOptions: OptionTable<Required<HookOptions>> = {
  token: anything as Option<string>,
  metadata: anything,
  once: flag,
};

/**
 * Opens a hook: `await hook` gives the next payload, `for await` all of them, in order of acceptance.
 * @throws `hook_token_invalid`, `option_unknown`, `option_invalid`. A token that another run holds rejects the await
 * with {@link HookConflictError}.
 */
export function createHook<T = unknown>(options: HookOptions = {}): Hook<T> {
  checkOptions('createHook', options, hookOptions);
  return openHook<T>(options, null, (value) => value as T);
}

/**
 * A hook with a checked payload. Here, inside a workflow, it can be opened; outside, `resume` checks and sends a
 * payload.
 */
export function defineHook<Output>(): {
  create(options?: HookOptions): Hook<Output>;
  resume(): never;
} {
  return {
    create: (options) => createHook<Output>(options),
    resume() {
      throw runtimeError('sandbox_import_outside', { name: 'resume()' });
    },
  };
}

/** Opens a hook or, with `reply`, a webhook. `map` converts each decoded payload. @throws `hook_token_invalid` */
export function openHook<T>(
  options: HookOptions,
  reply: WebhookReply | null,
  map: (value: unknown, channel: HookChannel<T>) => T,
): HookChannel<T> {
  const scope = requireScope();
  const { token: chosen, metadata, once = false } = options;
  if (chosen !== undefined && (typeof chosen !== 'string' || chosen === '' || chosen.length > TOKEN_LENGTH_MAX)) {
    throw runtimeError('hook_token_invalid', {
      found: typeof chosen === 'string' ? `${chosen.length} characters` : typeof chosen,
    });
  }
  const kept = chosen === undefined || reply ? undefined : scope.carried.get(chosen);
  if (kept) return reopenHook(scope, { token: chosen!, once }, kept, map);
  const call = scope.nextCall();
  const token = chosen ?? host().hookToken(scope.identity.seed, call);
  const payload = metadata === undefined ? undefined : encodeValue(metadata, 'metadata');
  const channel: HookChannel<T> = new HookChannel<T>(scope, { call, token, once }, (value) => map(value, channel));
  scope.hooks.set(call, channel);
  scope.ask({
    type: 'hook_created',
    call,
    token,
    ...(once && { once: true }),
    ...(reply && { webhook: reply }),
    ...(payload !== undefined && { payload }),
  });
  return channel;
}

/** Returns a hook that the run had before `continueAs()`: it is open and has the payloads that came meanwhile. */
function reopenHook<T>(
  scope: RunScope,
  { token, once }: Pick<HookFacts, 'token' | 'once'>,
  { call, payloads }: KeptHook,
  map: (value: unknown, channel: HookChannel<T>) => T,
): HookChannel<T> {
  const channel: HookChannel<T> = new HookChannel<T>(scope, { call, token, once }, (value) => map(value, channel));
  scope.carried.delete(token);
  scope.hooks.set(call, channel);
  scope.trace?.lookAt(call);
  for (const payload of payloads) channel.receive(payload);
  return channel;
}
