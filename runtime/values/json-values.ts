/**
 * The short way for most values: those that JSON carries exactly are stored as JSON, because the engine's own JSON is
 * many times faster than taking a value apart in JavaScript, and because an operator can read it in the store.
 */

/**
 * Text of a value that JSON carries exactly; `null` for any other. Each member is read twice.
 * @param isStored Whether an array is to be stored as something else than its values.
 * @throws What a getter throws.
 */
export function encodeJson(value: unknown, isStored: IsStored = () => false): string | null {
  return isExactInJson(value, { seen: new Set(), isStored }) ? `{"json":${JSON.stringify(value)}}` : null;
}

/** Tells the text of {@link encodeJson} from that of other values, which is a list or a number. */
export const isJsonForm = (stored: unknown): stored is { json: unknown } =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) && 'json' in stored;

type IsStored = (array: readonly unknown[]) => boolean;

interface Look {
  /** Objects so far: JSON would make two of an object that is there twice, and never ends with a cycle. */
  seen: Set<object>;
  isStored: IsStored;
}

function isExactInJson(value: unknown, look: Look): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      if (value === null) return true;
      if (look.seen.has(value)) return false;
      look.seen.add(value);
      return Array.isArray(value) ? isExactArray(value, look) : isExactRecord(value as Record<string, unknown>, look);
    default:
      return false;
  }
}

/** A hole reads as `undefined`, which JSON does not have. */
function isExactArray(array: unknown[], look: Look): boolean {
  if (Object.getPrototypeOf(array) !== Array.prototype || hasToJson(array) || look.isStored(array)) return false;
  for (let index = 0; index < array.length; index += 1) {
    if (!isExactInJson(array[index], look)) return false;
  }
  return true;
}

function isExactRecord(record: Record<string, unknown>, look: Look): boolean {
  if (Object.getPrototypeOf(record) !== Object.prototype || hasToJson(record)) return false;
  if (Object.getOwnPropertySymbols(record).length > 0) return false;
  for (const key of Object.keys(record)) {
    if (key === '__proto__' || !isExactInJson(record[key], look)) return false;
  }
  return true;
}

/** Also one that is not enumerable or inherited: `JSON.stringify` would call it. */
const hasToJson = (value: object): boolean => typeof (value as { toJSON?: unknown }).toJSON === 'function';
