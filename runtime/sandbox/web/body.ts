import { SandboxBlob } from './blob.ts';
import type { BodyContent } from './body-content.ts';
import { SandboxFormData } from './form-data.ts';
import type { SandboxHeaders } from './headers.ts';
import { formatMimeType, parseMimeType, type MimeType } from './mime-type.ts';
import { parseMultipart } from './multipart.ts';
import type { SandboxReadableStream } from './readable-stream.ts';
import { parseQuery } from './url-search-params.ts';
import { decodeUtf8 } from './web-host.ts';

/** The content of a request or response; `null` when it has none. */
export let contentOf: (holder: SandboxBody) => BodyContent | null;

/** The part that `Request` and `Response` share. */
export abstract class SandboxBody {
  readonly #content: BodyContent | null;

  static {
    contentOf = (holder) => holder.#content;
  }

  constructor(content: BodyContent | null) {
    this.#content = content;
  }

  abstract get headers(): SandboxHeaders;

  get body(): SandboxReadableStream | null {
    return this.#content?.stream ?? null;
  }

  get bodyUsed(): boolean {
    return this.#content?.used ?? false;
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#content?.consume()) ?? new Uint8Array(0);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  async text(): Promise<string> {
    return decodeUtf8(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async blob(): Promise<SandboxBlob> {
    const type = this.#mimeType();
    return new SandboxBlob([await this.bytes()], { type: type ? formatMimeType(type) : '' });
  }

  async formData(): Promise<SandboxFormData> {
    const type = this.#mimeType();
    const bytes = await this.bytes();
    if (type?.essence === 'application/x-www-form-urlencoded') return toForm(parseQuery(decodeUtf8(bytes)));
    if (type?.essence !== 'multipart/form-data') {
      throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
    }
    const boundary = type.parameters.get('boundary');
    if (boundary === undefined) throw new TypeError('The Content-Type of the form has no boundary.');
    return parseMultipart(bytes, boundary);
  }

  #mimeType(): MimeType | null {
    return parseMimeType(this.headers.get('content-type') ?? '');
  }
}

function toForm(pairs: Iterable<[string, string]>): SandboxFormData {
  const form = new SandboxFormData();
  for (const [name, value] of pairs) form.append(name, value);
  return form;
}
