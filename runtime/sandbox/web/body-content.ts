/** The content of a request or response: bytes in memory, or a stream of them. */
import { bytesOfBlob, SandboxBlob } from './blob.ts';
import { SandboxFormData } from './form-data.ts';
import { formatMultipart } from './multipart.ts';
import { createByteStream, isDisturbed, SandboxReadableStream } from './readable-stream.ts';
import { SandboxURLSearchParams } from './url-search-params.ts';
import { encodeUtf8 } from './web-host.ts';
import { copyBytes, isBufferSource, isObject, joinBytes, toUsvString } from './web-idl.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The content of one body, which can be read once. */
export class BodyContent {
  /** `null` when the content comes from a stream of the user. Never changed, so copies can share it. */
  readonly #bytes: Bytes | null;
  #stream: SandboxReadableStream | null;
  #taken = false;

  constructor(source: Bytes | SandboxReadableStream) {
    this.#bytes = source instanceof SandboxReadableStream ? null : source;
    this.#stream = source instanceof SandboxReadableStream ? source : null;
  }

  get stream(): SandboxReadableStream {
    this.#stream ??= createByteStream(this.#bytes!.slice());
    return this.#stream;
  }

  /** Whether it was read, or another request took it over. */
  get used(): boolean {
    return this.#taken || (this.#stream !== null && isDisturbed(this.#stream));
  }

  get usable(): boolean {
    return !this.used && !this.#stream?.locked;
  }

  /** The bytes, if they are in memory and unread. */
  get bytesAtHand(): Bytes | null {
    return this.usable ? this.#bytes : null;
  }

  /** Reads it to the end. @throws {TypeError} when it was read before */
  async consume(): Promise<Bytes> {
    this.#assertUsable();
    const parts: Uint8Array[] = [];
    // The reader is kept, so that the stream stays locked, as the standard requires.
    const reader = this.stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return joinBytes(parts);
      if (!(value instanceof Uint8Array)) throw new TypeError('Received non-Uint8Array chunk');
      parts.push(value);
    }
  }

  /** A second reader of the same content. */
  clone(): BodyContent {
    this.#assertUsable();
    if (this.#bytes) return new BodyContent(this.#bytes);
    const [own, other] = this.stream.tee();
    this.#stream = own;
    return new BodyContent(other);
  }

  /** Hands the content over to another body; here it then counts as read. */
  take(): BodyContent {
    this.#assertUsable();
    this.#taken = true;
    return new BodyContent(this.#bytes ?? SandboxReadableStream.from(this.stream));
  }

  #assertUsable(): void {
    if (!this.usable) throw new TypeError('Body is unusable: Body has already been read');
  }
}

/** A body with its content type. */
export interface ExtractedBody {
  content: BodyContent;
  contentType: string | null;
}

/** Reads the body that `init` or a constructor was given. */
export function extractBody(source: unknown): ExtractedBody {
  if (source instanceof SandboxReadableStream) {
    if (source.locked || isDisturbed(source)) throw new TypeError('Body object should not be disturbed or locked');
    return { content: new BodyContent(source), contentType: null };
  }
  if (isObject(source) && Symbol.asyncIterator in source) {
    const stream = SandboxReadableStream.from(source as AsyncIterable<unknown>);
    return { content: new BodyContent(stream), contentType: null };
  }
  const { bytes, contentType } = toBytes(source);
  return { content: new BodyContent(bytes), contentType };
}

function toBytes(source: unknown): { bytes: Bytes; contentType: string | null } {
  if (isBufferSource(source)) return { bytes: copyBytes(source), contentType: null };
  if (source instanceof SandboxBlob) return { bytes: bytesOfBlob(source), contentType: source.type || null };
  if (source instanceof SandboxFormData) {
    const { bytes, boundary } = formatMultipart(source);
    return { bytes, contentType: `multipart/form-data; boundary=${boundary}` };
  }
  if (source instanceof SandboxURLSearchParams) {
    return { bytes: encodeUtf8(source.toString()), contentType: 'application/x-www-form-urlencoded;charset=UTF-8' };
  }
  return { bytes: encodeUtf8(toUsvString(source)), contentType: 'text/plain;charset=UTF-8' };
}
