/**
 * A fast path for most values: values that JSON represents exactly are stored as JSON. The engine's own JSON is many
 * times faster than code that takes values apart, and operators can read it in the store.
 */

import { hasFields } from './list-values.ts';
import type { SizeMeter } from './value-size.ts';

/**
 * The text of a value that JSON represents exactly; `null` for any other value. Each member is read twice.
 * @param isStored Whether an array must be stored as something other than its values.
 * @throws Any error of a getter; `ValueTooLarge`.
 */
export function encodeJson(
  value: unknown,
  isStored: IsStored = () => false,
  meter: SizeMeter | null = null,
): string | null {
  return isExactInJson(value, { first: null, others: null, isStored, meter })
    ? `{"json":${JSON.stringify(value)}}`
    : null;
}

/** Whether a stored value has the form of {@link encodeJson}; other values are stored as a list or a number. */
export const isJsonForm = (stored: unknown): stored is { json: unknown } =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) && 'json' in stored;

type IsStored = (array: readonly unknown[]) => boolean;

interface Look {
  /**
   * The objects seen so far: JSON would duplicate an object that occurs twice, and fails on a cycle. Most values have
   * one, such as a list of plain arguments, and a set would take longer than all else.
   */
  first: object | null;
  others: Set<object> | null;
  isStored: IsStored;
  /** `null`: the value may have any size. */
  meter: SizeMeter | null;
}

function isExactInJson(value: unknown, look: Look): boolean {
  switch (typeof value) {
    case 'string':
      look.meter?.add(value.length);
      return true;
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      if (value === null) return true;
      if (isSeen(value, look)) return false;
      return Array.isArray(value) ? isExactArray(value, look) : isExactRecord(value as Record<string, unknown>, look);
    default:
      return false;
  }
}

/** Notes that an object was seen. Returns whether it was before. */
function isSeen(value: object, look: Look): boolean {
  if (look.first === null) look.first = value;
  else if (look.first === value || look.others?.has(value)) return true;
  else (look.others ??= new Set()).add(value);
  return false;
}

/** A hole reads as `undefined`, which JSON does not have. */
function isExactArray(array: unknown[], look: Look): boolean {
  if (Object.getPrototypeOf(array) !== Array.prototype || hasToJson(array) || look.isStored(array)) return false;
  look.meter?.add(array.length);
  for (let index = 0; index < array.length; index += 1) {
    if (!isExactInJson(array[index], look)) return false;
  }
  return !hasFields(array);
}

function isExactRecord(record: Record<string, unknown>, look: Look): boolean {
  if (Object.getPrototypeOf(record) !== Object.prototype || hasToJson(record)) return false;
  if (Object.getOwnPropertySymbols(record).length > 0) return false;
  for (const key of Object.keys(record)) {
    look.meter?.add(key.length);
    if (key === '__proto__' || !isExactInJson(record[key], look)) return false;
  }
  return true;
}

/** Counts inherited and non-enumerable methods, because `JSON.stringify` would call them. */
const hasToJson = (value: object): boolean => typeof (value as { toJSON?: unknown }).toJSON === 'function';
