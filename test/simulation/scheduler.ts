/**
 * Virtual time. Everything that happens in a simulation is an event here; when the code that one event set going waits
 * again, the next event is due and time jumps to it.
 */

export type Cancel = () => void;

interface ScheduledEvent {
  at: number;
  /** Events of one moment happen in the order in which they were scheduled. */
  order: number;
  /** `null`: called off. */
  happen: (() => void | Promise<void>) | null;
}

/** Times are multiples of 1/1024 ms, which floating point adds and subtracts exactly. */
const TICKS_PER_MS = 1024;
/** More than the longest simulation has: code that never comes to rest does not hold up time for ever. */
const EVENTS_MAX = 50_000;
/** 2030-01-01. */
const BEGINNING = Date.UTC(2030, 0, 1);

export class Scheduler {
  #now = BEGINNING;
  #scheduled = 0;
  #happened = 0;
  readonly #heap: ScheduledEvent[] = [];

  /** Milliseconds since the epoch, with fractions: two things of one millisecond still have an order. */
  get now(): number {
    return this.#now;
  }

  /** Milliseconds since the simulation began. */
  get elapsedMs(): number {
    return this.#now - BEGINNING;
  }

  after(delayMs: number, happen: () => void | Promise<void>): Cancel {
    const at = this.#now + Math.ceil(Math.max(0, delayMs) * TICKS_PER_MS) / TICKS_PER_MS;
    const event: ScheduledEvent = { at, order: this.#scheduled++, happen };
    this.#push(event);
    return () => {
      event.happen = null;
    };
  }

  /** Lets events happen until `isDone`. @returns `false`: nothing is left to happen, or time is up. */
  async run(isDone: () => boolean, limitMs: number): Promise<boolean> {
    while (!isDone()) {
      const event = this.#heap[0];
      if (!event || event.at - BEGINNING > limitMs) return false;
      this.#pop();
      if (!event.happen) continue;
      if (++this.#happened > EVENTS_MAX) throw new Error(`Something happens over and over, at ${this.elapsedMs} ms.`);
      this.#now = event.at;
      await event.happen();
      await letCodeGoOn();
    }
    return true;
  }

  #push(event: ScheduledEvent): void {
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isBefore(heap[parent]!, event)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (isBefore(last, heap[child]!)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
  }
}

const isBefore = (a: ScheduledEvent, b: ScheduledEvent): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/**
 * Resolves when all code waits for an event again. Simulated processes have no timers and no input or output of their
 * own, so all they can wait for besides events are microtasks and ticks, and Node finishes those before an immediate.
 */
const letCodeGoOn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
