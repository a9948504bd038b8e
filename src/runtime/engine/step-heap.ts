/** A binary heap of entries by their order: those that came first come out first, however they went in. */
export class StepHeap<Entry extends { readonly order: number }> {
  readonly #entries: Entry[] = [];

  peek(): Entry | undefined {
    return this.#entries[0];
  }

  push(entry: Entry): void {
    const entries = this.#entries;
    let index = entries.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (entries[parent]!.order <= entry.order) break;
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
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child + 1 < entries.length && entries[child + 1]!.order < entries[child]!.order) child += 1;
      if (child >= entries.length || entries[child]!.order >= entry.order) break;
      entries[index] = entries[child]!;
      index = child;
    }
    entries[index] = entry;
  }
}
