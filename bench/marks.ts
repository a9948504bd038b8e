/** Tells the workloads of this process when steps begin, and at which addresses runs wait. */

interface Waiter {
  count: number;
  resolve(): void;
}

/** Times in milliseconds on the clock of `performance.now()`. */
class Marks {
  readonly times: number[] = [];
  #waiters: Waiter[] = [];
  #address = Promise.withResolvers<string>();

  /** A step begins. */
  add(): void {
    this.times.push(performance.now());
    const reached = this.#waiters.filter((waiter) => waiter.count <= this.times.length);
    if (reached.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => !reached.includes(waiter));
    for (const waiter of reached) waiter.resolve();
  }

  /** Resolves when so many steps have begun since the last {@link clear}. */
  reached(count: number): Promise<void> {
    if (this.times.length >= count) return Promise.resolve();
    return new Promise((resolve) => void this.#waiters.push({ count, resolve }));
  }

  /** A run waits for a call to this address. */
  announce(url: string): void {
    this.#address.resolve(url);
  }

  /** Resolves to the first address that was announced since the last {@link clear}. */
  get address(): Promise<string> {
    return this.#address.promise;
  }

  clear(): void {
    this.times.length = 0;
    this.#waiters = [];
    this.#address = Promise.withResolvers();
  }
}

declare global {
  /** Where step bodies find the marks of their process. */
  var benchMarks: Marks;
}

/** The marks of this process. */
export const marks = new Marks();
globalThis.benchMarks = marks;
