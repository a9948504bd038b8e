/** Where a reply goes wrong, waits, or ends. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Exchange } from './exchange.ts';
import type { ReplyFaults, ReplyPoint } from './reply.ts';

/** A reply that the server holds back. */
export interface HeldReply {
  /** Number of the request. */
  call: number;
  /** Where it is held. */
  point: ReplyPoint;
  /** Lets it go on. */
  release(): void;
}

/** How a reply goes on after a point. */
export type Passage = 'on' | 'error' | 'over';

/** Places between two deltas: all from the first to the last. */
interface Stretch {
  from: ReplyPoint;
  to: ReplyPoint;
}

/** Carries out the faults of one reply, at the points where the script has them. */
export class Faults {
  readonly #faults: ReplyFaults;
  readonly #exchange: Exchange;
  readonly #hold: (reply: HeldReply) => void;

  constructor(faults: ReplyFaults, exchange: Exchange, hold: (reply: HeldReply) => void) {
    this.#faults = faults;
    this.#exchange = exchange;
    this.#hold = hold;
  }

  /** Goes past a point of the reply. */
  pass(point: ReplyPoint): Promise<Passage> {
    return this.#pass({ from: point, to: point });
  }

  /** Goes past all points that are beyond the last delta. */
  passRest(): Promise<Passage> {
    return this.#pass({ from: this.#exchange.deltas + 1, to: Infinity });
  }

  /** Waits as long as the next delta is to take. */
  async delay(): Promise<void> {
    const { delayMs = 0 } = this.#faults;
    const { first = 0, between = 0 } = typeof delayMs === 'number' ? { first: delayMs, between: delayMs } : delayMs;
    const timeMs = this.#exchange.deltas === 0 ? first : between;
    if (timeMs > 0) await wait(timeMs, undefined, { signal: this.#exchange.gone }).catch(() => {});
  }

  async #pass(stretch: Stretch): Promise<Passage> {
    const { holdAfter = [], dieAfter, hangAfter, errorAfter } = this.#faults;
    for (const point of [holdAfter].flat()) if (isIn(stretch, point)) await this.#holdAt(point);
    if (isIn(stretch, dieAfter)) this.#exchange.cut();
    if (isIn(stretch, hangAfter)) await untilAborted(this.#exchange.gone);
    if (this.#exchange.gone.aborted || isIn(stretch, dieAfter)) return 'over';
    return isIn(stretch, errorAfter) ? 'error' : 'on';
  }

  async #holdAt(point: ReplyPoint): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#hold({ call: this.#exchange.request.call, point, release: resolve });
    await Promise.race([promise, untilAborted(this.#exchange.gone)]);
  }
}

function isIn({ from, to }: Stretch, point: ReplyPoint | undefined): boolean {
  if (typeof point !== 'number' || typeof from !== 'number' || typeof to !== 'number') return point === from;
  return from <= point && point <= to;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
