/** A `Map` that takes memory only while it has entries: an empty one takes 200 bytes, and each run needs several. */
export class SparseMap<Key, Value> {
  #entries: Map<Key, Value> | null = null;

  get size(): number {
    return this.#entries?.size ?? 0;
  }

  get(key: Key): Value | undefined {
    return this.#entries?.get(key);
  }

  has(key: Key): boolean {
    return this.#entries?.has(key) ?? false;
  }

  set(key: Key, value: Value): void {
    this.#entries ??= new Map();
    this.#entries.set(key, value);
  }

  delete(key: Key): void {
    this.#entries?.delete(key);
    if (this.#entries?.size === 0) this.#entries = null;
  }

  /** Iterations under way end. */
  clear(): void {
    this.#entries?.clear();
    this.#entries = null;
  }

  values(): IteratorObject<Value> {
    return this.#entries?.values() ?? [].values();
  }

  /** In the order of insertion. An iteration under way ends when the last entry is deleted, whatever is added later. */
  [Symbol.iterator](): Iterator<[Key, Value]> {
    return (this.#entries ?? new Map<Key, Value>()).entries();
  }
}
