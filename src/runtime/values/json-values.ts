/**
 * The short way for most values: those that JSON carries exactly are stored as JSON, because the engine's own JSON is
 * many times faster than taking a value apart in JavaScript, and because an operator can read it in the store.
 */

/**
 * Text of a value that JSON carries exactly; `null` for any other. Each member is read twice.
 * @throws What a getter throws.
 */
export function encodeJson(value: unknown): string | null {
  return isExactInJson(value, new Set()) ? `{"json":${JSON.stringify(value)}}` : null;
}

/** Tells the text of {@link encodeJson} from that of other values, which is a list or a number. */
export const isJsonForm = (stored: unknown): stored is { json: unknown } =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) && 'json' in stored;

/** @param seen Objects so far: JSON would make two of an object that is there twice, and never ends with a cycle. */
function isExactInJson(value: unknown, seen: Set<object>): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      if (value === null) return true;
      if (seen.has(value)) return false;
      seen.add(value);
      return Array.isArray(value) ? isExactArray(value, seen) : isExactRecord(value as Record<string, unknown>, seen);
    default:
      return false;
  }
}

/** A hole reads as `undefined`, which JSON does not have. */
function isExactArray(array: unknown[], seen: Set<object>): boolean {
  if (Object.getPrototypeOf(array) !== Array.prototype || hasToJson(array)) return false;
  for (let index = 0; index < array.length; index += 1) {
    if (!isExactInJson(array[index], seen)) return false;
  }
  return true;
}

function isExactRecord(record: Record<string, unknown>, seen: Set<object>): boolean {
  if (Object.getPrototypeOf(record) !== Object.prototype || hasToJson(record)) return false;
  if (Object.getOwnPropertySymbols(record).length > 0) return false;
  for (const key of Object.keys(record)) {
    if (key === '__proto__' || !isExactInJson(record[key], seen)) return false;
  }
  return true;
}

/** Also one that is not enumerable or inherited: `JSON.stringify` would call it. */
const hasToJson = (value: object): boolean => typeof (value as { toJSON?: unknown }).toJSON === 'function';
