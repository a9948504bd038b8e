/**
 * Makes what a provider gave storable: by specification it is JSON, dates, bytes and URLs, but an answer that was paid
 * for must not be lost because a provider slipped something else in. Functions and symbols are left out, instances
 * become plain objects.
 */
export function toStorable<T>(value: T): T {
  return convert(value, new Set()) as T;
}

function convert(value: unknown, parents: Set<object>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null || isCarried(value)) return value;
  if (parents.has(value)) return undefined;
  parents.add(value);
  const converted = Array.isArray(value)
    ? value.map((item) => convert(item, parents))
    : value instanceof Error
      ? { name: value.name, message: value.message }
      : convertObject(value, parents);
  parents.delete(value);
  return converted;
}

function convertObject(value: object, parents: Set<object>): object {
  const entries = Object.entries(value).map(([key, item]) => [key, convert(item, parents)] as const);
  return Object.fromEntries(entries.filter(([key, item]) => item !== undefined && key !== '__proto__'));
}

/** Values that the codec carries as they are. */
const isCarried = (value: object): boolean =>
  value instanceof Date || value instanceof URL || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
