/** Counts requests in progress, so that a development server can wait for them before it ends. */
import type { NitroAppPlugin } from 'nitro/types';

type Hooks = Parameters<NitroAppPlugin>[0]['hooks'];

/** One counter for one server. */
export class RequestsUnderWay {
  #count = 0;
  #onSettled: (() => void) | null = null;

  /** Starts counting. Nitro reports every answer, including errors. */
  follow(hooks: Hooks): void {
    hooks.hook('request', ({ req }) => {
      // In version 2 requests are Node's; it drops them before it announces its end.
      if (!('socket' in req)) this.#count += 1;
    });
    hooks.hook('response', () => {
      this.#count -= 1;
      if (this.#count === 0) this.#onSettled?.();
    });
  }

  /** Resolves when no request is in progress, after `limitMs` at the latest. */
  async settled(limitMs: number): Promise<void> {
    if (this.#count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onSettled = resolve;
    const timer = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(timer);
  }
}
