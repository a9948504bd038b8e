/** One alarm for many: a binary heap of keys by due time, of which only the earliest is armed on the clock. */
import type { Clock } from '../contract/clock.ts';

interface Entry<Key> {
  key: Key;
  at: number;
}

export class AlarmQueue<Key> {
  readonly #clock: Clock;
  readonly #fire: (key: Key) => void;
  readonly #heap: Entry<Key>[] = [];
  /** The time for which a key is set; entries of the heap that differ from it are stale. */
  readonly #dueByKey = new Map<Key, number>();
  #armedAt = Infinity;
  #disarm: (() => void) | null = null;

  constructor(clock: Clock, fire: (key: Key) => void) {
    this.#clock = clock;
    this.#fire = fire;
  }

  /** Sets, moves or (with `null`) removes the alarm of a key. */
  set(key: Key, at: number | null): void {
    if (this.#dueByKey.get(key) === (at ?? undefined)) return;
    if (at === null) {
      this.#dueByKey.delete(key);
      return;
    }
    this.#dueByKey.set(key, at);
    this.#push({ key, at });
    this.#arm();
  }

  close(): void {
    this.#disarm?.();
    this.#disarm = null;
    this.#heap.length = 0;
    this.#dueByKey.clear();
  }

  #arm(): void {
    const at = this.#heap[0]?.at ?? Infinity;
    if (at >= this.#armedAt) return;
    this.#disarm?.();
    this.#armedAt = at;
    this.#disarm = this.#clock.setAlarm(at, () => this.#fireDue());
  }

  #fireDue(): void {
    this.#disarm = null;
    this.#armedAt = Infinity;
    const now = this.#clock.now();
    while (this.#heap[0] && this.#heap[0].at <= now) {
      const { key, at } = this.#pop();
      if (this.#dueByKey.get(key) !== at) continue;
      this.#dueByKey.delete(key);
      this.#fire(key);
    }
    this.#dropStale();
    this.#arm();
  }

  #dropStale(): void {
    while (this.#heap[0] && this.#dueByKey.get(this.#heap[0].key) !== this.#heap[0].at) this.#pop();
  }

  #push(entry: Entry<Key>): void {
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (heap[parent]!.at <= entry.at) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = entry;
  }

  #pop(): Entry<Key> {
    const heap = this.#heap;
    const top = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return top;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child += 1;
      if (heap[child]!.at >= last.at) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
    return top;
  }
}
