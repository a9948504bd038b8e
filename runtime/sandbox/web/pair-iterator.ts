/** An iterator over name-value pairs that sees changes made meanwhile, as Web IDL wants it. */
export type PairIterator<Item> = IterableIterator<Item> & { next(): IteratorResult<Item, undefined> };

/**
 * @param tag What `Object.prototype.toString` says.
 * @param read The pairs as they are now.
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
