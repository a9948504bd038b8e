/** An iterator over name-value pairs that sees changes during the iteration, as Web IDL requires. */
export type PairIterator<Item> = IterableIterator<Item> & { next(): IteratorResult<Item, undefined> };

type ReadPairs<Value> = () => readonly (readonly [name: string, value: Value])[];

/**
 * Iterates over pairs, each as a new array.
 * @param tag The tag that `Object.prototype.toString` shows.
 * @param read The present pairs.
 */
export const iterateEntries = <Value>(tag: string, read: ReadPairs<Value>): PairIterator<[string, Value]> =>
  createPairIterator(tag, read, ([name, value]) => [name, value]);

/** Iterates over the names of pairs; see {@link iterateEntries}. */
export const iterateNames = (tag: string, read: ReadPairs<unknown>): PairIterator<string> =>
  createPairIterator(tag, read, ([name]) => name);

/** Iterates over the values of pairs; see {@link iterateEntries}. */
export const iterateValues = <Value>(tag: string, read: ReadPairs<Value>): PairIterator<Value> =>
  createPairIterator(tag, read, ([, value]) => value);

function createPairIterator<Value, Item>(
  tag: string,
  read: ReadPairs<Value>,
  pick: (pair: readonly [string, Value]) => Item,
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
