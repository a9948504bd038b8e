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
