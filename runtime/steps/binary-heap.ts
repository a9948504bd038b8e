/** A binary heap: the entry of the lowest order comes out first. Of equal ones any. */
export class BinaryHeap<Entry> {
  readonly #entries: Entry[] = [];
  readonly #orderOf: (entry: Entry) => number;

  constructor(orderOf: (entry: Entry) => number) {
    this.#orderOf = orderOf;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  peek(): Entry | undefined {
    return this.#entries[0];
  }

  push(entry: Entry): void {
    const entries = this.#entries;
    const order = this.#orderOf(entry);
    let index = entries.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#orderOf(entries[parent]!) <= order) break;
      entries[index] = entries[parent]!;
      index = parent;
    }
    entries[index] = entry;
  }

  pop(): Entry | undefined {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (first !== last) this.#sink(last!);
    return first;
  }

  /** Moves the gap at the top down to where `entry` belongs. */
  #sink(entry: Entry): void {
    const entries = this.#entries;
    const order = this.#orderOf(entry);
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child + 1 < entries.length && this.#orderOf(entries[child + 1]!) < this.#orderOf(entries[child]!)) child += 1;
      if (child >= entries.length || this.#orderOf(entries[child]!) >= order) break;
      entries[index] = entries[child]!;
      index = child;
    }
    entries[index] = entry;
  }
}
