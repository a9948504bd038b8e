/** The type of the data of instances, in the form that contracts have types. */
import { partOf, type StoredType, unionOf, valueIn } from '../contract/stored-types.ts';

/** Limits of what is looked at. A part beyond is `unknown`, which fits everything. */
const DEPTH_MAX = 8;
const PARTS_MAX = 10_000;

/**
 * @param data See `StoredInstance`.
 * @param given The type that the data were given as. It knows the names of numbers in enums.
 */
export const typeOfData = (data: unknown, given: StoredType): StoredType => new DataReader().read(data, given, 0);

class DataReader {
  #parts = 0;

  read(data: unknown, given: StoredType, depth: number): StoredType {
    this.#parts++;
    if (depth >= DEPTH_MAX || this.#parts > PARTS_MAX || typeof data === 'symbol') return 'unknown';
    if (typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean') return valueIn(given, data);
    if (typeof data === 'bigint') return 'bigint';
    if (data === undefined) return 'undefined';
    if (data === null) return 'null';
    const inside = (part: unknown, key = '*'): StoredType => this.read(part, partOf(given, key), depth + 1);
    if (Array.isArray(data)) return { tuple: Array.from(data, (item) => inside(item)) };
    const anyOf = (parts: Iterable<unknown>): StoredType => unionOf(Array.from(parts, (part) => inside(part)));
    if (data instanceof Map) return { instanceOf: 'Map', of: [anyOf(data.keys()), anyOf(data.values())] };
    if (data instanceof Set) return { instanceOf: 'Set', of: [anyOf(data)] };
    const prototype: unknown = Object.getPrototypeOf(data);
    if (prototype !== Object.prototype && prototype !== null) return 'instance';
    const fields = Object.entries(data).map(([key, part]) => [key, inside(part, key)]);
    return { fields: Object.fromEntries(fields) };
  }
}
