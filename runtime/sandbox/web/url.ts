import { SandboxURLSearchParams, linkParams } from './url-search-params.ts';
import { getWebHost, type UrlParts } from './web-host.ts';
import { assertArguments, toUsvString } from './web-idl.ts';

/** `URL` of the Web platform. The host parses the address; this class holds the parts. */
export class SandboxURL {
  #parts: UrlParts;
  #searchParams: SandboxURLSearchParams | null = null;

  constructor(href: unknown, base?: unknown) {
    assertArguments(arguments.length, 1, 'URL constructor');
    this.#parts = parseOrThrow(href, base);
  }

  static canParse(href: unknown, base?: unknown): boolean {
    assertArguments(arguments.length, 1, 'URL.canParse');
    return parse(href, base) !== null;
  }

  static parse(href: unknown, base?: unknown): SandboxURL | null {
    assertArguments(arguments.length, 1, 'URL.parse');
    return parse(href, base) === null ? null : new SandboxURL(href, base);
  }

  get href(): string {
    return this.#parts.href;
  }
  set href(value: string) {
    this.#parts = parseOrThrow(value, undefined);
    this.#refreshParams();
  }

  get origin(): string {
    return this.#parts.origin;
  }

  get protocol(): string {
    return this.#parts.protocol;
  }
  set protocol(value: string) {
    this.#set('protocol', value);
  }

  get username(): string {
    return this.#parts.username;
  }
  set username(value: string) {
    this.#set('username', value);
  }

  get password(): string {
    return this.#parts.password;
  }
  set password(value: string) {
    this.#set('password', value);
  }

  get host(): string {
    return this.#parts.host;
  }
  set host(value: string) {
    this.#set('host', value);
  }

  get hostname(): string {
    return this.#parts.hostname;
  }
  set hostname(value: string) {
    this.#set('hostname', value);
  }

  get port(): string {
    return this.#parts.port;
  }
  set port(value: string) {
    this.#set('port', value);
  }

  get pathname(): string {
    return this.#parts.pathname;
  }
  set pathname(value: string) {
    this.#set('pathname', value);
  }

  get search(): string {
    return this.#parts.search;
  }
  set search(value: string) {
    this.#set('search', value);
    this.#refreshParams();
  }

  get hash(): string {
    return this.#parts.hash;
  }
  set hash(value: string) {
    this.#set('hash', value);
  }

  get searchParams(): SandboxURLSearchParams {
    if (this.#searchParams === null) {
      this.#searchParams = new SandboxURLSearchParams(this.#parts.search);
      linkParams(this.#searchParams, (query) => this.#set('search', query));
    }
    return this.#searchParams;
  }

  toString(): string {
    return this.#parts.href;
  }

  toJSON(): string {
    return this.#parts.href;
  }

  #set(part: string, value: unknown): void {
    this.#parts = JSON.parse(getWebHost().setUrlPart(this.#parts.href, part, toUsvString(value))) as UrlParts;
  }

  #refreshParams(): void {
    if (this.#searchParams) linkParams(this.#searchParams, (query) => this.#set('search', query), this.#parts.search);
  }
}

function parse(href: unknown, base: unknown): UrlParts | null {
  const parts = getWebHost().parseUrl(toUsvString(href), base === undefined ? null : toUsvString(base));
  return parts === null ? null : (JSON.parse(parts) as UrlParts);
}

function parseOrThrow(href: unknown, base: unknown): UrlParts {
  const parts = parse(href, base);
  if (parts !== null) return parts;
  const error = new TypeError('Invalid URL');
  const details = {
    code: 'ERR_INVALID_URL',
    input: toUsvString(href),
    ...(base === undefined ? {} : { base: toUsvString(base) }),
  };
  throw Object.assign(error, details);
}
