import { SandboxBody, contentOf } from './body.ts';
import { extractBody, type BodyContent, type ExtractedBody } from './body-content.ts';
import { lockHeaders, SandboxHeaders } from './headers.ts';
import { SandboxURL } from './url.ts';
import { encodeUtf8 } from './web-host.ts';
import { assertArguments, toByteString, toUsvString } from './web-idl.ts';

interface ResponseOptions {
  status?: unknown;
  statusText?: unknown;
  headers?: unknown;
}

const NULL_BODY_STATUSES = [101, 204, 205, 304];
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
/** The valid characters of `statusText`: the reason-phrase of HTTP. */
const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The state of a response, including forms that the public constructor cannot make. */
interface ResponseState {
  type: 'default' | 'error';
  status: number;
  statusText: string;
  headers: SandboxHeaders;
  content: BodyContent | null;
}

/** Marks constructor calls from this module. */
const INTERNAL = Symbol('internal');

/** `Response` of the Web platform, held in memory. */
export class SandboxResponse extends SandboxBody {
  readonly #state: ResponseState;

  constructor(body: unknown = null, options: ResponseOptions | null = {}, key?: symbol) {
    const state = key === INTERNAL ? (options as ResponseState) : readOptions(toExtracted(body), options ?? {});
    super(state.content);
    this.#state = state;
  }

  static error(): SandboxResponse {
    const headers = new SandboxHeaders();
    lockHeaders(headers);
    return create({ type: 'error', status: 0, statusText: '', headers, content: null });
  }

  static json(data: unknown, options: ResponseOptions | null = {}): SandboxResponse {
    assertArguments(arguments.length, 1, 'Response.json');
    const text = JSON.stringify(data) as string | undefined;
    if (text === undefined) throw new TypeError('Value is not JSON serializable');
    const { content } = extractBody(encodeUtf8(text));
    return create(readOptions({ content, contentType: 'application/json' }, options ?? {}));
  }

  static redirect(url: unknown, status: unknown = 302): SandboxResponse {
    assertArguments(arguments.length, 1, 'Response.redirect');
    const target = SandboxURL.parse(url);
    if (target === null) throw new TypeError(`Failed to parse URL from ${toUsvString(url)}`);
    const code = toStatus(status);
    if (!REDIRECT_STATUSES.includes(code)) throw new RangeError(`Invalid status code ${code}`);
    const headers = new SandboxHeaders({ location: target.href });
    lockHeaders(headers);
    return create({ type: 'default', status: code, statusText: '', headers, content: null });
  }

  get type(): string {
    return this.#state.type;
  }
  /**
   * The address that it came from. The codec sets this, and `redirected`, as own properties of responses of `fetch`.
   */
  get url(): string {
    return '';
  }
  get redirected(): boolean {
    return false;
  }
  get status(): number {
    return this.#state.status;
  }
  get ok(): boolean {
    return this.status >= 200 && this.status <= 299;
  }
  get statusText(): string {
    return this.#state.statusText;
  }
  override get headers(): SandboxHeaders {
    return this.#state.headers;
  }

  clone(): SandboxResponse {
    const content = contentOf(this)?.clone() ?? null;
    const copy = create({ ...this.#state, headers: new SandboxHeaders(this.headers), content });
    const { url, redirected } = this;
    return url === ''
      ? copy
      : Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } });
  }
}

const create = (state: ResponseState): SandboxResponse => new SandboxResponse(null, state, INTERNAL);

const toExtracted = (body: unknown): ExtractedBody | null =>
  body === null || body === undefined ? null : extractBody(body);

function readOptions(body: ExtractedBody | null, options: ResponseOptions): ResponseState {
  const status = toStatus(options.status ?? 200);
  if (status < 200 || status > 599) {
    throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
  }
  const statusText = toByteString(options.statusText ?? '');
  if (!REASON_PHRASE.test(statusText)) throw new TypeError('Invalid statusText');
  const headers = new SandboxHeaders(options.headers);
  if (body && NULL_BODY_STATUSES.includes(status)) {
    throw new TypeError(`Response constructor: Invalid response status code ${status}`);
  }
  if (body?.contentType && !headers.has('content-type')) headers.append('content-type', body.contentType);
  return { type: 'default', status, statusText, headers, content: body?.content ?? null };
}

/** An `unsigned short` of Web IDL. */
const toStatus = (status: unknown): number => new Uint16Array([Number(status)])[0]!;
