import { createByteStream, type SandboxReadableStream } from './readable-stream.ts';
import { decodeUtf8, encodeUtf8, getWebClock } from './web-host.ts';
import {
  assertArguments,
  copyBytes,
  isBufferSource,
  joinBytes,
  toEnum,
  toIterable,
  toText,
  toUsvString,
} from './web-idl.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface BlobOptions {
  type?: unknown;
  endings?: unknown;
}

/** The bytes of a blob, without a copy: they must not be changed. */
export let bytesOfBlob: (blob: SandboxBlob) => Bytes;

/** `Blob` of the Web platform, held in memory. */
export class SandboxBlob {
  #bytes: Bytes;
  #type: string;

  static {
    bytesOfBlob = (blob) => blob.#bytes;
  }

  constructor(parts: unknown = [], options: BlobOptions | null = {}) {
    const members = toIterable(parts, 'Blob constructor: the parts must be an iterable object.');
    const endings = toEnum(options?.endings ?? 'transparent', ['transparent', 'native'], 'Blob endings');
    this.#bytes = joinBytes(Array.from(members, (part) => toBytes(part, endings === 'native')));
    this.#type = toBlobType(options?.type ?? '');
  }

  get size(): number {
    return this.#bytes.length;
  }

  get type(): string {
    return this.#type;
  }

  slice(start: unknown = 0, end: unknown = this.size, contentType: unknown = ''): SandboxBlob {
    const part = new SandboxBlob([], { type: contentType });
    part.#bytes = this.#bytes.subarray(Number(start), Number(end));
    return part;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes.slice().buffer);
  }

  bytes(): Promise<Bytes> {
    return Promise.resolve(this.#bytes.slice());
  }

  text(): Promise<string> {
    return Promise.resolve(decodeUtf8(this.#bytes));
  }

  stream(): SandboxReadableStream {
    return createByteStream(this.#bytes.slice());
  }
}

/** `File` of the Web platform. `lastModified` is workflow time unless it is given. */
export class SandboxFile extends SandboxBlob {
  readonly #name: string;
  readonly #lastModified: number;

  constructor(parts: unknown, name: unknown, options: (BlobOptions & { lastModified?: unknown }) | null = {}) {
    assertArguments(arguments.length, 2, 'File constructor');
    super(parts, options);
    this.#name = toUsvString(name);
    this.#lastModified = Math.trunc(Number(options?.lastModified ?? getWebClock().now())) || 0;
  }

  get name(): string {
    return this.#name;
  }

  get lastModified(): number {
    return this.#lastModified;
  }
}

function toBytes(part: unknown, nativeEndings: boolean): Bytes {
  if (part instanceof SandboxBlob) return bytesOfBlob(part);
  if (isBufferSource(part)) return copyBytes(part);
  const text = toUsvString(part);
  return encodeUtf8(nativeEndings ? text.replaceAll(/\r\n?/g, '\n') : text);
}

/** A type that is not printable ASCII is ignored. */
function toBlobType(type: unknown): string {
  const text = toText(type);
  return /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : '';
}
