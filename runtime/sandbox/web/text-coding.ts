import { encodeUtf8, getWebHost } from './web-host.ts';
import { copyBytes, isBufferSource, joinBytes, toText, toUsvString } from './web-idl.ts';

/** `TextEncoder` of the Web platform. */
export class SandboxTextEncoder {
  get encoding(): string {
    return 'utf-8';
  }

  encode(text: unknown = ''): Uint8Array {
    return encodeUtf8(toUsvString(text));
  }

  encodeInto(source: unknown, target: Uint8Array): { read: number; written: number } {
    if (!(target instanceof Uint8Array)) throw new TypeError('The "dest" argument must be an instance of Uint8Array.');
    const text = toUsvString(source);
    const read = countFitting(text, target.length);
    const bytes = encodeUtf8(text.slice(0, read));
    target.set(bytes);
    return { read, written: bytes.length };
  }
}

/** The number of UTF-16 units of `text` that fit into `room` bytes as whole characters. */
function countFitting(text: string, room: number): number {
  let units = 0;
  let bytes = 0;
  for (const char of text) {
    bytes += countUtf8(char.codePointAt(0)!);
    if (bytes > room) break;
    units += char.length;
  }
  return units;
}

const countUtf8 = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;

interface DecoderOptions {
  fatal?: unknown;
  ignoreBOM?: unknown;
}

/** `TextDecoder` of the Web platform. Only UTF-8 can be decoded piece by piece (`stream: true`). */
export class SandboxTextDecoder {
  readonly #encoding: string;
  readonly #fatal: boolean;
  readonly #ignoreBom: boolean;
  /** The first bytes of an incomplete character. */
  #held: Uint8Array = new Uint8Array(0);
  #bomPassed = false;

  constructor(label: unknown = 'utf-8', options: DecoderOptions | null = {}) {
    const encoding = getWebHost().findEncoding(toText(label));
    if (encoding === null) throw new RangeError(`The "${toText(label)}" encoding is not supported`);
    this.#encoding = encoding;
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBom = Boolean(options?.ignoreBOM);
  }

  get encoding(): string {
    return this.#encoding;
  }

  get fatal(): boolean {
    return this.#fatal;
  }

  get ignoreBOM(): boolean {
    return this.#ignoreBom;
  }

  decode(input?: unknown, options: { stream?: unknown } | null = {}): string {
    if (input !== undefined && !isBufferSource(input)) {
      throw new TypeError('The "input" argument must be an instance of ArrayBuffer or ArrayBufferView.');
    }
    const streaming = Boolean(options?.stream);
    if (streaming && this.#encoding !== 'utf-8') {
      throw new TypeError(
        `TextDecoder in a workflow decodes ${this.#encoding} only as a whole, without { stream: true }.`,
      );
    }
    const bytes = joinBytes([this.#held, input === undefined ? new Uint8Array(0) : copyBytes(input)]);
    const end = streaming ? bytes.length - countIncomplete(bytes) : bytes.length;
    this.#held = streaming ? bytes.slice(end) : new Uint8Array(0);
    const text = this.#decodeWhole(bytes.subarray(0, end));
    this.#bomPassed = streaming && (this.#bomPassed || end > 0);
    return text;
  }

  #decodeWhole(bytes: Uint8Array): string {
    const text = getWebHost().decodeText(bytes, this.#encoding, this.#fatal, this.#ignoreBom || this.#bomPassed);
    if (text !== null) return text;
    const error = new TypeError(`The encoded data was not valid for encoding ${this.#encoding}`);
    throw Object.assign(error, { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' });
  }
}

/** The number of bytes at the end that begin a UTF-8 character which more bytes can complete. */
function countIncomplete(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const lead = bytes[bytes.length - back]!;
    if (isContinuation(lead)) continue;
    const second = back === 1 ? null : bytes[bytes.length - back + 1]!;
    return back < lengthOf(lead) && (second === null || mayFollow(lead, second)) ? back : 0;
  }
  return 0;
}

const isContinuation = (byte: number): boolean => byte >= 0x80 && byte <= 0xbf;

/** The length of a character with this first byte; 0 when it is not a first byte. */
function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** Some first bytes restrict the second one, so that each character has one encoding and surrogates have none. */
function mayFollow(lead: number, second: number): boolean {
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second <= 0x9f;
  if (lead === 0xf0) return second >= 0x90;
  if (lead === 0xf4) return second <= 0x8f;
  return true;
}
