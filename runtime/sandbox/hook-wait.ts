/**
 * Waiting for the next payload of a hook. A wait takes a payload for those who hold it. When all of them have let go,
 * because they belong to races that something else has won, it waits no longer, and gives back what it has taken.
 */

/** A payload, and the number of waits that have taken it. */
export interface HookPayload {
  readonly text: string;
  takers: number;
  /** Decoded once, so that all get the same value. */
  value?: unknown;
}

/** The hook, as its waits see it. */
export interface PayloadSource {
  /** Gives the wait the next payload, at once or when it comes. */
  enter(wait: HookWait<unknown>): void;
  leave(wait: HookWait<unknown>): void;
  /** Keeps a payload that nobody uses for the next wait. */
  giveBack(payload: HookPayload): void;
}

/** Turns a payload, and the end of the hook, into the result of a wait. */
interface Reading<T> {
  of(value: unknown): T;
  /** Default: the end is an error. */
  end?(): T;
}

const asPayload = { of: (value: unknown) => value } as Reading<never>;

/** How an iterator reads a hook. */
export const toIteratorResult: Reading<IteratorResult<never, void>> = {
  of: (value) => ({ done: false, value: value as never }),
  end: () => ({ done: true, value: undefined }),
};

/** A promise of the next payload. It begins to wait when somebody awaits it, and not when it is made. */
export class HookWait<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Promise';
  readonly #source: PayloadSource;
  readonly #reading: Reading<T>;
  #holders = 0;
  #outcome = Promise.withResolvers<unknown>();
  #taken: HookPayload | null = null;

  constructor(source: PayloadSource, reading: Reading<T> = asPayload) {
    this.#source = source;
    this.#reading = reading;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is awaited, like the hook
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.hold().then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.hold().catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.hold().finally(onFinally);
  }

  /** Waits until as many have let go as hold it. */
  hold(): Promise<T> {
    this.#holders += 1;
    if (this.#holders === 1) this.#source.enter(this);
    return this.#outcome.promise as Promise<T>;
  }

  letGo(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.#source.leave(this);
    if (this.#taken) this.#giveBack(this.#taken);
  }

  /** Ends the wait with a payload. */
  take(payload: HookPayload, value: unknown): void {
    payload.takers += 1;
    this.#taken = payload;
    this.#outcome.resolve(this.#reading.of(value));
  }

  /** Ends the wait with an error. */
  fail(error: unknown, isEnd = false): void {
    if (isEnd && this.#reading.end) this.#outcome.resolve(this.#reading.end());
    else this.#outcome.reject(error);
  }

  /** Unless others use the payload, too. */
  #giveBack(payload: HookPayload): void {
    this.#taken = null;
    this.#outcome = Promise.withResolvers();
    payload.takers -= 1;
    if (payload.takers === 0) this.#source.giveBack(payload);
  }
}
