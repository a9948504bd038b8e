/**
 * A `Buffer` of a step in workflow code, which has no `Buffer`. Methods that `Uint8Array` has too, and that answer
 * otherwise in `Buffer`, answer as in `Buffer` or say that they are missing. It has no others.
 */
import { portableBase64 } from '../values/base64.ts';
import type { Buffers } from '../values/codec-environment.ts';
import { createValueError } from '../values/messages.ts';

const READERS: Record<string, (bytes: Uint8Array) => string> = {
  utf8: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  hex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  base64: portableBase64.encode,
  base64url: (bytes) => portableBase64.encode(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  latin1: (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''),
  ascii: (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte & 127)).join(''),
};
const OTHER_NAMES: Record<string, string> = { 'utf-8': 'utf8', binary: 'latin1' };

class BufferCopy extends Uint8Array<ArrayBuffer> {
  override toString(encoding: unknown = 'utf8', start: number = 0, end: number = this.length): string {
    const name = String(encoding).toLowerCase();
    const read = READERS[OTHER_NAMES[name] ?? name];
    if (read === undefined) throw createValueError('value_buffer_method', { call: `toString("${name}")` });
    return read(this.subarray(Math.max(start, 0), Math.max(end, 0)));
  }

  override toLocaleString(encoding?: unknown): string {
    return this.toString(encoding);
  }

  toJSON(): { type: 'Buffer'; data: number[] } {
    return { type: 'Buffer', data: [...this] };
  }

  equals(other: Uint8Array): boolean {
    return other.length === this.length && this.every((byte, index) => byte === other[index]);
  }

  /** Shares its bytes with this one, as in Node. */
  override slice(start?: number, end?: number): BufferCopy {
    return this.subarray(start, end) as BufferCopy;
  }

  override indexOf(value: number, from?: number): number {
    return super.indexOf(toByte('indexOf', value), from);
  }

  override lastIndexOf(value: number, from: number = this.length): number {
    return super.lastIndexOf(toByte('lastIndexOf', value), from);
  }

  override includes(value: number, from?: number): boolean {
    return super.includes(toByte('includes', value), from);
  }

  override fill(value: number, from?: number, to?: number): this {
    return super.fill(toByte('fill', value), from, to);
  }
}
Object.defineProperty(BufferCopy, 'name', { value: 'Buffer' });
Object.freeze(BufferCopy.prototype);
Object.freeze(BufferCopy);

/** Text and other bytes mean something to `Buffer`, and nothing to the methods of `Uint8Array`. */
function toByte(method: string, value: unknown): number {
  if (typeof value !== 'number') throw createValueError('value_buffer_method', { call: `${method}(${typeof value})` });
  return value & 255;
}

/** Makes and recognises them. */
export const realmBuffers: Buffers = {
  is: (value) => value instanceof BufferCopy,
  from: ({ buffer, byteOffset, byteLength }) => new BufferCopy(buffer, byteOffset, byteLength),
};
