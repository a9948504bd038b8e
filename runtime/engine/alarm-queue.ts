/** One alarm for many: a binary heap of keys by due time, of which only the earliest is armed on the clock. */
import type { Clock } from '../contract/clock.ts';
import { BinaryHeap } from '../steps/binary-heap.ts';

interface Entry<Key> {
  readonly key: Key;
  readonly at: number;
  /** Its place in the heap. */
  index: number;
}

/** Calls `fire` with a key when its time has come. Each key has at most one alarm, and is held only while it is set. */
export class AlarmQueue<Key> {
  readonly #clock: Clock;
  readonly #fire: (key: Key) => void;
  readonly #heap = new BinaryHeap<Entry<Key>>(
    ({ at }) => at,
    (entry, index) => {
      entry.index = index;
    },
  );
  readonly #entries = new Map<Key, Entry<Key>>();
  #armedAt = Infinity;
  #disarm: (() => void) | null = null;

  constructor(clock: Clock, fire: (key: Key) => void) {
    this.#clock = clock;
    this.#fire = fire;
  }

  /** When the next alarm goes off; `Infinity` when none is set. */
  get nextAt(): number {
    return this.#heap.peek()?.at ?? Infinity;
  }

  /** Sets, moves or (with `null`) removes the alarm of a key. */
  set(key: Key, at: number | null): void {
    const before = this.#entries.get(key);
    if (before?.at === (at ?? undefined)) return;
    if (before) this.#remove(before);
    if (at === null) return;
    const entry = { key, at, index: 0 };
    this.#entries.set(key, entry);
    this.#heap.push(entry);
    this.#arm();
  }

  /** Calls all alarms off. */
  close(): void {
    this.#disarm?.();
    this.#disarm = null;
    this.#heap.clear();
    this.#entries.clear();
  }

  #remove({ key, index }: Entry<Key>): void {
    this.#heap.removeAt(index);
    this.#entries.delete(key);
  }

  #arm(): void {
    const at = this.nextAt;
    if (at >= this.#armedAt) return;
    this.#disarm?.();
    this.#armedAt = at;
    this.#disarm = this.#clock.setAlarm(at, () => this.#fireDue());
  }

  #fireDue(): void {
    this.#disarm = null;
    this.#armedAt = Infinity;
    const now = this.#clock.now();
    while (this.nextAt <= now) {
      const entry = this.#heap.peek()!;
      this.#remove(entry);
      this.#fire(entry.key);
    }
    this.#arm();
  }
}
