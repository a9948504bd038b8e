/** The rules of Web IDL that every Web type follows. */

/** A USVString: text in which lone surrogates are replaced. */
export const toUsvString = (value: unknown): string => toText(value).toWellFormed();

/** Like `String(value)`, but a symbol throws, as conversion to text does everywhere in the Web platform. */
export function toText(value: unknown): string {
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return String(value);
}

/** Returns `value` if it is iterable. @throws {TypeError} with `message` if it is not */
export function toIterable(value: unknown, message: string): Iterable<unknown> {
  if (isObject(value) && Symbol.iterator in value) return value as Iterable<unknown>;
  throw new TypeError(message);
}

/** A member of an enumeration. @throws {TypeError} for any other text */
export function toEnum(value: unknown, members: readonly string[], name: string): string {
  const text = toText(value);
  if (members.includes(text)) return text;
  throw new TypeError(`${name}: "${text}" is none of ${members.join(', ')}.`);
}

const LATIN1_MAX = 0xff;

/** A ByteString. @throws {TypeError} for a character above U+00FF */
export function toByteString(value: unknown): string {
  const text = toText(value);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > LATIN1_MAX) {
      throw new TypeError(
        `Cannot convert argument to a ByteString because the character at index ${i} has a value of ${code} which is greater than 255.`,
      );
    }
  }
  return text;
}

/** @throws {TypeError} when fewer arguments were given than the function needs */
export function assertArguments(given: number, needed: number, name: string): void {
  if (given < needed) {
    throw new TypeError(`${name}: ${needed} argument${needed === 1 ? '' : 's'} required, but only ${given} present.`);
  }
}

/** A copy of the bytes of a buffer or view. */
export function copyBytes(source: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  const view = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return Uint8Array.from(view);
}

/** Whether a value is a `BufferSource` of this realm. */
export const isBufferSource = (value: unknown): value is ArrayBuffer | ArrayBufferView =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer;

/** Whether a value is an object or a function. */
export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Concatenates `parts`. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Any class. */
export type Constructor = abstract new (...args: never[]) => object;

/**
 * Gives a class the outward form of a Web interface: name, tag, enumerable members. Bundling may have renamed the
 * class.
 * @param constants Constants of the interface, on class and prototype.
 */
export function toInterface<Class extends Constructor>(
  name: string,
  cls: Class,
  constants: Record<string, number> = {},
): Class {
  const prototype = cls.prototype as object;
  Object.defineProperty(cls, 'name', { value: name, configurable: true });
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (key !== 'constructor') Object.defineProperty(prototype, key, { ...descriptor, enumerable: true });
  }
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  for (const [key, value] of Object.entries(constants)) {
    Object.defineProperty(cls, key, { value, enumerable: true });
    Object.defineProperty(prototype, key, { value, enumerable: true });
  }
  return cls;
}
