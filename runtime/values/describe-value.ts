import { tryRead } from '../contract/try-read.ts';

/** Describes a value in a few words, for messages: `a function "load"`, `an instance of Socket`. Never throws. */
export function describeValue(value: unknown): string {
  return tryRead(
    () => describe(value),
    `${typeof value === 'function' ? 'a function' : 'an object'} that cannot be read`,
  );
}

function describe(value: unknown): string {
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
  return tryRead(() => (thrown instanceof Error ? thrown.message : undefined)) ?? describeValue(thrown);
}

function describeFunction(value: object): string {
  const name = readPart(value, 'name');
  const kind = /^class\b/.test(Function.prototype.toString.call(value)) ? 'a class' : 'a function';
  return typeof name === 'string' && name !== '' ? `${kind} "${name}"` : kind;
}

function describeObject(value: object): string {
  if (typeof readPart(value, 'then') === 'function') return 'a promise';
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag.endsWith('Generator')) return 'a generator';
  const constructor = readPart(value, 'constructor');
  const name = typeof constructor === 'function' ? readPart(constructor, 'name') : undefined;
  if (typeof name === 'string' && name !== '' && name !== 'Object') return `an instance of ${name}`;
  return tag === 'Object' ? 'an object' : `an instance of ${tag}`;
}

const readPart = (value: object, key: string): unknown => tryRead(() => (value as Record<string, unknown>)[key]);
