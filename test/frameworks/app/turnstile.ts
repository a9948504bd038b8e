/** State and identities that a route and a step ask for. */
import { AsyncLocalStorage } from 'node:async_hooks';

export const caller = new AsyncLocalStorage<string>();
export const key = Symbol('shared');

/** Only instances of this very class have the private field. */
export class Turnstile {
  #visits = 0;

  static has(value: object): boolean {
    return #visits in value;
  }

  pass(): number {
    return ++this.#visits;
  }
}

export const turnstile = new Turnstile();

/** What a side of the application left for the other one. */
export const left = new Map<string, unknown>();
