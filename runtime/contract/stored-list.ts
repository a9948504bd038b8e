/** A list of values of one run. Each value is stored once, however often it is passed to steps. */
export interface StoredList<T> {
  /** Number of values in it. */
  readonly length: number;
  /**
   * Appends a value as it is now. A value that is equal to a stored one is not stored again.
   * @returns Its index.
   * @throws `value_not_serializable`
   */
  add(value: T): number;
  /**
   * Some of the values, in this order. The array is frozen. Passed to a step, even inside other values, it travels as a
   * reference, and the step gets an array of its own with copies of the values. Everywhere else it travels as its
   * values.
   * @throws {RangeError} for an index that the list does not have.
   */
  pick(indexes: readonly number[]): readonly T[];
}

const LIST_MARK = '$list';

/**
 * The name of the stream that holds a list.
 * @param beganAt Seq of the event with which the run was last continued as new, which gives it new lists; 0: none.
 */
export const toListStream = (name: string, beganAt: number): string =>
  beganAt === 0 ? `${LIST_MARK}:${name}` : `${LIST_MARK}@${beganAt}:${name}`;

/** Whether a stream holds a list. */
export const isListStream = (stream: string): boolean => stream.startsWith(LIST_MARK);

/** The `beganAt` of a list, by the name of its stream. */
export const listBeganAt = (stream: string): number => Number(/^\$list@(\d+):/.exec(stream)?.[1] ?? 0);
