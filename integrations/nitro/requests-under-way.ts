/** Counts the requests that a development server answers, so that one that ends can wait for them. */
import type { NitroAppPlugin } from 'nitro/types';

type Hooks = Parameters<NitroAppPlugin>[0]['hooks'];

export class RequestsUnderWay {
  #count = 0;
  #onSettled: (() => void) | null = null;

  /** Counts from now on. Nitro tells of every answer, also of those that are errors. */
  follow(hooks: Hooks): void {
    hooks.hook('request', ({ req }) => {
      // Version 2, whose requests are those of Node, drops all of them before it tells of its end.
      if (!('socket' in req)) this.#count += 1;
    });
    hooks.hook('response', () => {
      this.#count -= 1;
      if (this.#count === 0) this.#onSettled?.();
    });
  }

  /** Resolves when no request is under way, at the latest after `limitMs`. */
  async settled(limitMs: number): Promise<void> {
    if (this.#count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onSettled = resolve;
    const timer = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(timer);
  }
}
