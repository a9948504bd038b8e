/**
 * Collections for what comes and goes all the time. V8 gives a `Map` or `Set` whose entries were deleted a new table
 * from time to time. The old table points to the entries that were there, and to the new table. Once one of them is an
 * old object, all that ever stood in one stays in memory until the next full collection. Here tables point to cells,
 * which are empty once their entry is deleted.
 */

/** A `Map` that lets go of values as soon as they are deleted. */
export class ReleasingMap<Key, Value> {
  readonly #cells = new Map<Key, { value: Value | undefined }>();

  get size(): number {
    return this.#cells.size;
  }

  get(key: Key): Value | undefined {
    return this.#cells.get(key)?.value;
  }

  has(key: Key): boolean {
    return this.#cells.has(key);
  }

  /** A key that is there keeps its place. */
  set(key: Key, value: Value): void {
    const cell = this.#cells.get(key);
    if (cell) cell.value = value;
    else this.#cells.set(key, { value });
  }

  /** Says whether it was there. */
  delete(key: Key): boolean {
    const cell = this.#cells.get(key);
    if (cell) cell.value = undefined;
    return this.#cells.delete(key);
  }

  clear(): void {
    for (const cell of this.#cells.values()) cell.value = undefined;
    this.#cells.clear();
  }

  /** In the order of insertion. */
  keys(): IteratorObject<Key> {
    return this.#cells.keys();
  }

  /** In the order of insertion. */
  values(): IteratorObject<Value> {
    return this.#cells.values().map(({ value }) => value!);
  }
}

/** The items of a {@link ReleasingSet}, to look at. */
export type ReadonlyReleasingSet<Item> = Pick<ReleasingSet<Item>, 'size' | 'values' | typeof Symbol.iterator>;

/** A `Set` that lets go of items as soon as they are deleted. */
export class ReleasingSet<Item> {
  readonly #items = new ReleasingMap<string | number, Item>();
  readonly #keyOf: (item: Item) => string | number;

  /** @param keyOf Of two items with the same key, the one that was added last is in the set. */
  constructor(keyOf: (item: Item) => string | number) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#items.size;
  }

  has(item: Item): boolean {
    return this.#items.get(this.#keyOf(item)) === item;
  }

  add(item: Item): void {
    this.#items.set(this.#keyOf(item), item);
  }

  /** Says whether it was there. */
  delete(item: Item): boolean {
    return this.has(item) && this.#items.delete(this.#keyOf(item));
  }

  clear(): void {
    this.#items.clear();
  }

  /** In the order of insertion. */
  values(): IteratorObject<Item> {
    return this.#items.values();
  }

  [Symbol.iterator](): IteratorObject<Item> {
    return this.values();
  }
}
