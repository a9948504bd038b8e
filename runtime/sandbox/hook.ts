/** Hooks: places where a run waits for data from outside. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { CarriedHook, WebhookReply } from '../journal/events.ts';
import type { Hook, HookOptions } from '../contract/hooks.ts';
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import { HANDLE, type HandleReference } from '../values/handle-values.ts';
import { anything, flag, type Option, type OptionTable } from '../values/read-options.ts';
import { checkOptions } from './check-options.ts';
import { disposeSymbol } from './dispose-symbols.ts';
import { HookWait, toIteratorResult, type HookPayload, type PayloadSource } from './hook-wait.ts';
import { decodeValue, encodeValue } from './realm-codec.ts';
import { host, requireScope, type KeptHook, type PayloadReceiver, type RunScope } from './run-scope.ts';
import { waitUntil } from './sleep.ts';

const TOKEN_LENGTH_MAX = 255;

interface HookFacts {
  call: number;
  token: string;
  /** Its first payload closes it. */
  once: boolean;
}

/** Since this version of behaviour all that wait get the next payload, and a race that is lost waits no longer. */
const SHARED_SINCE = 5;

/** The queue of a hook: it takes payloads in order and keeps those that come before anyone waits. */
export class HookChannel<T> implements Hook<T>, PayloadReceiver, PayloadSource {
  readonly token: string;
  readonly call: number;
  readonly #scope: RunScope;
  readonly #map: (value: unknown) => T;
  readonly #once: boolean;
  readonly #isShared: boolean;
  readonly #kept: HookPayload[] = [];
  readonly #waits = new Set<HookWait<unknown>>();
  #failure: Error | null = null;
  #heldBy: string | null = null;
  #disposed = false;

  constructor(scope: RunScope, { call, token, once }: HookFacts, map: (value: unknown) => T) {
    this.#scope = scope;
    this.call = call;
    this.token = token;
    this.#once = once;
    this.#isShared = scope.identity.behaviour >= SHARED_SINCE;
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
    return new HookWait<T>(this).then(onFulfilled, onRejected);
  }

  /** The contender that stands for the hook in a race. */
  toContender(): PromiseLike<T> {
    return this.#isShared ? new HookWait<T>(this) : this;
  }

  [Symbol.asyncIterator](): AsyncIterator<T, void, undefined> {
    return this.#isShared ? new HookIterator(this) : this.#iterateAlone();
  }

  /** Of two iterators each payload reaches one. */
  async *#iterateAlone(): AsyncGenerator<T, void, undefined> {
    while (!this.#disposed) {
      const next = await new HookWait<T>(this).catch((error: unknown) => {
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
    return this.#waits.size > 0;
  }

  /** No payload follows. One that closed the hook, and that a lost race has given back, is still there. */
  get isOver(): boolean {
    return this.#disposed && !(this.#once && this.#kept.length > 0);
  }

  carry(): CarriedHook | null {
    const payloads = this.#kept.map(({ text }) => text);
    return this.#failure ? null : { call: this.call, token: this.token, payloads };
  }

  receive(text: string): void {
    const payload = { text, takers: 0 };
    const [first, ...others] = this.#waits;
    if (first) this.#give(payload, this.#isShared ? [first, ...others] : [first]);
    else this.#kept.push(payload);
  }

  conflict(token: string, heldBy: string): void {
    this.#heldBy = heldBy;
    this.#fail(new HookConflictError(token, heldBy));
  }

  cancel(error: Error): void {
    this.#fail(error);
  }

  enter(wait: HookWait<unknown>): void {
    const payload = this.#kept.shift();
    if (payload) this.#give(payload, [wait]);
    else if (this.#failure) wait.fail(this.#failure, this.#disposed);
    else this.#waits.add(wait);
  }

  leave(wait: HookWait<unknown>): void {
    this.#waits.delete(wait);
  }

  giveBack(payload: HookPayload): void {
    this.#kept.unshift(payload);
  }

  #give(payload: HookPayload, waits: readonly HookWait<unknown>[]): void {
    for (const wait of waits) this.#waits.delete(wait);
    try {
      const value = (payload.value ??= this.#map(decodeValue(payload.text)));
      for (const wait of waits) wait.take(payload, value);
    } catch (error) {
      for (const wait of waits) wait.fail(error);
    }
    if (this.#once) this.dispose();
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const wait of this.#waits) wait.fail(error, this.#disposed);
    this.#waits.clear();
  }
}

const END = Symbol('end');

/** An iterator that waits for a payload only while somebody awaits what `next()` gave. */
export class HookIterator<T> implements AsyncIterator<T, void, undefined> {
  readonly #hook: HookChannel<T>;
  #isLeft = false;

  constructor(hook: HookChannel<T>) {
    this.#hook = hook;
  }

  next(): Promise<IteratorResult<T, void>> {
    if (this.#isLeft || this.#hook.isOver) return this.return();
    return new HookWait<IteratorResult<T, void>>(this.#hook, toIteratorResult);
  }

  async return(): Promise<IteratorResult<T, void>> {
    this.#isLeft = true;
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

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
