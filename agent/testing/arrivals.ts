/** Things that come one after the other, and waiting for the n-th of them. */
import { agentTestingError } from './messages.ts';

/** Things that come one after the other, and tests that wait for the n-th. */
export class Arrivals<T> {
  readonly #what: string;
  readonly #all: T[] = [];
  readonly #waiting: { index: number; resolve: (value: T) => void; reject: (error: unknown) => void }[] = [];
  #isClosed = false;

  /** @param what - Names them in the error of whoever waits in vain. */
  constructor(what: string) {
    this.#what = what;
  }

  get all(): readonly T[] {
    return this.#all;
  }

  add(value: T): void {
    const index = this.#all.push(value) - 1;
    for (const waiting of this.#waiting) if (waiting.index === index) waiting.resolve(value);
  }

  /** The n-th of all, from 1: at once when it is there. Rejects when nothing comes any more. */
  nth(number: number): Promise<T> {
    const index = number - 1;
    if (index < this.#all.length) return Promise.resolve(this.#all[index]!);
    if (this.#isClosed) return Promise.reject(this.#missing(index));
    return new Promise((resolve, reject) => this.#waiting.push({ index, resolve, reject }));
  }

  /** Nothing comes any more. */
  close(): void {
    this.#isClosed = true;
    for (const { index, reject } of this.#waiting) if (index >= this.#all.length) reject(this.#missing(index));
  }

  #missing(index: number): Error {
    return agentTestingError('agent_model_server_closed', { awaited: `${this.#what} ${index + 1}` });
  }
}
