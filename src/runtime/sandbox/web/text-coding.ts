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

  encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
    let read = 0;
    let written = 0;
    for (const char of toUsvString(text)) {
      const bytes = encodeUtf8(char);
      if (written + bytes.length > target.length) break;
      target.set(bytes, written);
      written += bytes.length;
      read += char.length;
    }
    return { read, written };
  }
}

interface DecoderOptions {
  fatal?: unknown;
  ignoreBOM?: unknown;
}

/** `TextDecoder` of the Web platform. Decoding piece by piece (`stream: true`) is there for UTF-8. */
export class SandboxTextDecoder {
  readonly #encoding: string;
  readonly #fatal: boolean;
  readonly #ignoreBom: boolean;
  /** Bytes of a character whose rest has not come yet. */
  #held: Uint8Array = new Uint8Array(0);
  #bomPassed = false;

  constructor(label: unknown = 'utf-8', options: DecoderOptions = {}) {
    const encoding = getWebHost().findEncoding(toText(label));
    if (encoding === null) throw new RangeError(`The "${toText(label)}" encoding is not supported`);
    this.#encoding = encoding;
    this.#fatal = Boolean(options.fatal);
    this.#ignoreBom = Boolean(options.ignoreBOM);
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

  decode(input?: unknown, options: { stream?: unknown } = {}): string {
    if (input !== undefined && !isBufferSource(input)) {
      throw new TypeError('The "input" argument must be an instance of ArrayBuffer or ArrayBufferView.');
    }
    const streaming = Boolean(options.stream);
    if (streaming && this.#encoding !== 'utf-8') {
      throw new TypeError(`TextDecoder in a workflow decodes ${this.#encoding} only as a whole, without { stream: true }.`);
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

/** How many bytes at the end are the beginning of a UTF-8 character that goes on. */
function countIncomplete(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}
