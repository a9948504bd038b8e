/** A binary heap: the entry of the lowest order comes out first. Of equal ones any. */
export class BinaryHeap<Entry> {
  readonly #entries: Entry[] = [];
  readonly #orderOf: (entry: Entry) => number;
  readonly #onMoved: (entry: Entry, index: number) => void;

  /** @param onMoved Is told where an entry is now, for {@link removeAt}. Default: nobody is told. */
  constructor(orderOf: (entry: Entry) => number, onMoved: (entry: Entry, index: number) => void = () => {}) {
    this.#orderOf = orderOf;
    this.#onMoved = onMoved;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  peek(): Entry | undefined {
    return this.#entries[0];
  }

  push(entry: Entry): void {
    this.#rise(entry, this.#entries.push(entry) - 1);
  }

  pop(): Entry | undefined {
    const first = this.#entries[0];
    if (first !== undefined) this.removeAt(0);
    return first;
  }

  /** Removes the entry at an index that `onMoved` was told. */
  removeAt(index: number): void {
    const last = this.#entries.pop()!;
    if (index < this.#entries.length) this.#rise(last, this.#sink(index));
  }

  /** Moves the gap at `index` up to where `entry` belongs. */
  #rise(entry: Entry, index: number): void {
    const order = this.#orderOf(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#orderOf(this.#entries[parent]!) <= order) break;
      this.#place(this.#entries[parent]!, index);
      index = parent;
    }
    this.#place(entry, index);
  }

  /** Moves the gap at `index` down to a leaf. Returns where that is. */
  #sink(index: number): number {
    const entries = this.#entries;
    for (let child = 2 * index + 1; child < entries.length; child = 2 * index + 1) {
      if (child + 1 < entries.length && this.#orderOf(entries[child + 1]!) < this.#orderOf(entries[child]!)) child += 1;
      this.#place(entries[child]!, index);
      index = child;
    }
    return index;
  }

  #place(entry: Entry, index: number): void {
    this.#entries[index] = entry;
    this.#onMoved(entry, index);
  }
}
