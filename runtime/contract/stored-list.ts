/** A list of values of one run, each of which is stored once, however often steps get it. */
export interface StoredList<T> {
  /** Number of values in it. */
  readonly length: number;
  /**
   * Appends a value as it is now; one that is stored the same is not stored again.
   * @returns Its index.
   * @throws `value_not_serializable`
   */
  add(value: T): number;
  /**
   * Some of the values, in this order. The array is frozen; given to a step, also inside of other values, it crosses as a
   * reference, and arrives there as an array of its own with copies of the values. Everywhere else it crosses as its values.
   * @throws {RangeError} for an index that the list does not have.
   */
  pick(indexes: readonly number[]): readonly T[];
}
