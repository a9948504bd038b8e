/** An iterator over name-value pairs that sees changes during the iteration, as Web IDL requires. */
export type PairIterator<Item> = IterableIterator<Item> & { next(): IteratorResult<Item, undefined> };

/**
 * Makes such an iterator.
 * @param tag The tag that `Object.prototype.toString` shows.
 * @param read The present pairs.
 */
export function createPairIterator<Pair, Item>(
  tag: string,
  read: () => readonly Pair[],
  pick: (pair: Pair) => Item,
): PairIterator<Item> {
  let index = 0;
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
  return Object.create(prototype, {
    next: {
      value: (): IteratorResult<Item, undefined> => {
        const pair = read()[index++];
        return pair === undefined ? { value: undefined, done: true } : { value: pick(pair), done: false };
      },
    },
    [Symbol.toStringTag]: { value: tag },
  }) as PairIterator<Item>;
}
