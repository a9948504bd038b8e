/** One alarm for many: a binary heap of keys by due time, of which only the earliest is armed on the clock. */
import type { Clock } from '../contract/clock.ts';
import { BinaryHeap } from '../steps/binary-heap.ts';

interface Entry<Key> {
  key: Key;
  at: number;
}

/** Calls `fire` with a key when its time has come. Each key has at most one alarm. */
export class AlarmQueue<Key> {
  readonly #clock: Clock;
  readonly #fire: (key: Key) => void;
  readonly #heap = new BinaryHeap<Entry<Key>>(({ at }) => at);
  /** The time for which a key is set; entries of the heap that differ from it are stale. */
  readonly #dueByKey = new Map<Key, number>();
  #armedAt = Infinity;
  #disarm: (() => void) | null = null;

  constructor(clock: Clock, fire: (key: Key) => void) {
    this.#clock = clock;
    this.#fire = fire;
  }

  /** When the next alarm goes off; `Infinity` when none is set. */
  get nextAt(): number {
    this.#dropStale();
    return this.#heap.peek()?.at ?? Infinity;
  }

  /** Sets, moves or (with `null`) removes the alarm of a key. */
  set(key: Key, at: number | null): void {
    if (this.#dueByKey.get(key) === (at ?? undefined)) return;
    if (at === null) {
      this.#dueByKey.delete(key);
      return;
    }
    this.#dueByKey.set(key, at);
    this.#heap.push({ key, at });
    this.#arm();
  }

  /** Calls all alarms off. */
  close(): void {
    this.#disarm?.();
    this.#disarm = null;
    this.#heap.clear();
    this.#dueByKey.clear();
  }

  #arm(): void {
    const at = this.#heap.peek()?.at ?? Infinity;
    if (at >= this.#armedAt) return;
    this.#disarm?.();
    this.#armedAt = at;
    this.#disarm = this.#clock.setAlarm(at, () => this.#fireDue());
  }

  #fireDue(): void {
    this.#disarm = null;
    this.#armedAt = Infinity;
    const now = this.#clock.now();
    while ((this.#heap.peek()?.at ?? Infinity) <= now) {
      const { key, at } = this.#heap.pop()!;
      if (this.#dueByKey.get(key) !== at) continue;
      this.#dueByKey.delete(key);
      this.#fire(key);
    }
    this.#dropStale();
    this.#arm();
  }

  #dropStale(): void {
    for (let top = this.#heap.peek(); top && this.#dueByKey.get(top.key) !== top.at; top = this.#heap.peek()) {
      this.#heap.pop();
    }
  }
}
