import { SandboxAbortSignal } from './abort.ts';
import { SandboxBody, contentOf } from './body.ts';
import { extractBody, type BodyContent } from './body-content.ts';
import { HTTP_TOKEN, SandboxHeaders } from './headers.ts';
import { SandboxReadableStream } from './readable-stream.ts';
import { SandboxURL } from './url.ts';
import { assertArguments, toEnum, toText, toUsvString } from './web-idl.ts';

/** The options for sending a request: the valid values of each, its default first. */
const SENDING = {
  mode: ['cors', 'same-origin', 'no-cors'],
  credentials: ['same-origin', 'include', 'omit'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  redirect: ['follow', 'error', 'manual'],
  referrerPolicy: [
    '',
    'no-referrer',
    'no-referrer-when-downgrade',
    'same-origin',
    'origin',
    'strict-origin',
    'origin-when-cross-origin',
    'strict-origin-when-cross-origin',
    'unsafe-url',
  ],
  duplex: ['half'],
} as const;

type Sending = Record<keyof typeof SENDING, string> & { integrity: string; keepalive: boolean };

type RequestOptions = Partial<Record<keyof Sending | 'method' | 'headers' | 'body' | 'signal' | 'referrer', unknown>>;

interface RequestState {
  url: string;
  method: string;
  headers: SandboxHeaders;
  signal: SandboxAbortSignal;
  sending: Sending;
  content: BodyContent | null;
}

/** Marks constructor calls from this module. */
const INTERNAL = Symbol('internal');

let stateOf: (request: SandboxRequest) => RequestState;

/** `Request` of the Web platform, held in memory. */
export class SandboxRequest extends SandboxBody {
  readonly #state: RequestState;

  static {
    stateOf = (request) => request.#state;
  }

  constructor(input: unknown, options: RequestOptions | null = {}, key?: symbol) {
    assertArguments(arguments.length, 1, 'Request constructor');
    const state = key === INTERNAL ? (input as RequestState) : readOptions(input, options ?? {});
    super(state.content);
    this.#state = state;
  }

  get method(): string {
    return this.#state.method;
  }
  get url(): string {
    return this.#state.url;
  }
  override get headers(): SandboxHeaders {
    return this.#state.headers;
  }
  get signal(): SandboxAbortSignal {
    return this.#state.signal;
  }
  get destination(): string {
    return '';
  }
  get referrer(): string {
    return 'about:client';
  }
  get referrerPolicy(): string {
    return this.#state.sending.referrerPolicy;
  }
  get mode(): string {
    return this.#state.sending.mode;
  }
  get credentials(): string {
    return this.#state.sending.credentials;
  }
  get cache(): string {
    return this.#state.sending.cache;
  }
  get redirect(): string {
    return this.#state.sending.redirect;
  }
  get integrity(): string {
    return this.#state.sending.integrity;
  }
  get keepalive(): boolean {
    return this.#state.sending.keepalive;
  }
  get duplex(): string {
    return this.#state.sending.duplex;
  }

  clone(): SandboxRequest {
    const content = contentOf(this)?.clone() ?? null;
    const signal = SandboxAbortSignal.any([this.signal]);
    return new SandboxRequest(
      { ...this.#state, headers: new SandboxHeaders(this.headers), signal, content },
      {},
      INTERNAL,
    );
  }
}

function readOptions(input: unknown, options: RequestOptions): RequestState {
  const base = input instanceof SandboxRequest ? stateOf(input) : null;
  if (options.referrer !== undefined && options.referrer !== 'about:client') {
    throw new TypeError('Request constructor: a workflow has no page; leave out "referrer".');
  }
  const method = options.method === undefined ? (base?.method ?? 'GET') : toMethod(options.method);
  const headers = new SandboxHeaders(options.headers ?? base?.headers);
  const url = base?.url ?? toAddress(input);
  const sending = readSending(options, base?.sending);
  const signal = toSignal(options.signal === undefined ? base?.signal : options.signal);
  return { url, method, headers, signal, sending, content: readContent({ base, options, method, headers }) };
}

interface ContentInput {
  base: RequestState | null;
  options: RequestOptions;
  method: string;
  /** Gets the content type of the body, if it has none. */
  headers: SandboxHeaders;
}

function readContent({ base, options, method, headers }: ContentInput): BodyContent | null {
  const given = options.body ?? null;
  if ((given !== null || base?.content) && (method === 'GET' || method === 'HEAD')) {
    throw new TypeError('Request with GET/HEAD method cannot have body.');
  }
  if (given === null) return base?.content?.take() ?? null;
  if (given instanceof SandboxReadableStream && options.duplex === undefined) {
    throw new TypeError('RequestInit: duplex option is required when sending a body.');
  }
  const { content, contentType } = extractBody(given);
  if (contentType !== null && !headers.has('content-type')) headers.append('content-type', contentType);
  return content;
}

function readSending(options: RequestOptions, base: Sending | undefined): Sending {
  const entries = Object.entries(SENDING).map(([name, members]): [string, string] => {
    const key = name as keyof typeof SENDING;
    return [
      key,
      options[key] === undefined ? (base?.[key] ?? members[0]) : toEnum(options[key], members, `Request ${key}`),
    ];
  });
  return {
    ...(Object.fromEntries(entries) as Record<keyof typeof SENDING, string>),
    integrity: options.integrity === undefined ? (base?.integrity ?? '') : toText(options.integrity),
    keepalive: Boolean(options.keepalive ?? base?.keepalive),
  };
}

function toAddress(input: unknown): string {
  const url = SandboxURL.parse(input);
  if (url === null) throw new TypeError(`Failed to parse URL from ${toUsvString(input)}`);
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${url.href}`);
  }
  return url.href;
}

const NORMALIZED_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

function toMethod(value: unknown): string {
  const method = toText(value);
  const upper = method.toUpperCase();
  if (!HTTP_TOKEN.test(method) || FORBIDDEN_METHODS.includes(upper)) {
    throw new TypeError(`'${method}' is not a valid HTTP method.`);
  }
  return NORMALIZED_METHODS.includes(upper) ? upper : method;
}

function toSignal(signal: unknown): SandboxAbortSignal {
  if (signal === null || signal === undefined) return SandboxAbortSignal.any([]);
  if (signal instanceof SandboxAbortSignal) return SandboxAbortSignal.any([signal]);
  throw new TypeError('Request constructor: the signal must be an AbortSignal.');
}
