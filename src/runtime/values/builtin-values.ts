/** ECMAScript values that devalue leaves out or writes with functions that the realm of workflows does not have. */
import { portableBase64 } from './base64.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { defineValueType, type ValueType } from './value-type.ts';

/** Symbols of the global registry. Symbols are no objects, so the codec tells them apart itself. */
export const symbolType: ValueType = {
  tag: 'Symbol',
  matches: () => false,
  encode: (symbol) => [Symbol.keyFor(symbol as unknown as symbol)],
  decode: (data) => Symbol.for((data as [string])[0]),
};

export function createBufferType(environment: CodecEnvironment): ValueType {
  const base64 = environment.base64 ?? portableBase64;
  return defineValueType<ArrayBuffer, [string]>({
    tag: 'ArrayBuffer',
    matches: (value) => Object.prototype.toString.call(value) === '[object ArrayBuffer]',
    encode: (buffer) => [base64.encode(new Uint8Array(buffer))],
    decode: ([text]) => toExactBuffer(base64.decode(text)),
  });
}

/** The host's decoder may return a view on a larger pool. */
function toExactBuffer(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : Uint8Array.from(bytes).buffer;
}
