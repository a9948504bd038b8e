/** Describes a value in a few words, for messages: `a function "load"`, `an instance of Socket`. Never throws. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'function':
      return describeFunction(value);
    case 'symbol':
      return `the symbol ${String(value)}`;
    case 'object':
      return describeObject(value);
    default:
      return typeof value;
  }
}

/** The message of a thrown value, for messages. Never throws. */
export function describeReason(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  return thrown instanceof Error ? thrown.message : describeValue(thrown);
}

function describeFunction(value: object): string {
  const name = readSafely(value, 'name');
  const kind = /^class\b/.test(Function.prototype.toString.call(value)) ? 'a class' : 'a function';
  return typeof name === 'string' && name !== '' ? `${kind} "${name}"` : kind;
}

function describeObject(value: object): string {
  if (typeof readSafely(value, 'then') === 'function') return 'a promise';
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag.endsWith('Generator')) return 'a generator';
  const constructor = readSafely(value, 'constructor');
  const name = typeof constructor === 'function' ? readSafely(constructor, 'name') : undefined;
  if (typeof name === 'string' && name !== '' && name !== 'Object') return `an instance of ${name}`;
  return tag === 'Object' ? 'an object' : `an instance of ${tag}`;
}

function readSafely(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}
