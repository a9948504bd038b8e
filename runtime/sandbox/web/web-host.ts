/**
 * The functions of the host for the Web types. They take and return only primitives and typed arrays, and never throw.
 */
export interface WebHost {
  /** Parts of the parsed address, as JSON of {@link UrlParts}; `null` when it cannot be parsed. */
  parseUrl(href: string, base: string | null): string | null;
  /** The result of the setter `part` on the URL `href`: the new parts as JSON. Invalid values are ignored. */
  setUrlPart(href: string, part: string, value: string): string;
  encodeUtf8(text: string): Uint8Array;
  /** `null` when the bytes are not valid and `fatal` is set. */
  decodeText(bytes: Uint8Array, encoding: string, fatal: boolean, ignoreBom: boolean): string | null;
  /** The name of the encoding that `label` stands for; `null` when there is none. */
  findEncoding(label: string): string | null;
}

/** The values of the getters of `URL`. */
export interface UrlParts {
  href: string;
  origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
}

/** The clock of workflow code, for the Web types. */
export interface WebClock {
  /** Milliseconds since the epoch, as workflow code sees it. */
  now(): number;
  /** Durable: resolves after that many milliseconds. */
  sleep(ms: number): Promise<void>;
}

let host: WebHost;
let clock: WebClock;

/** Sets the host and the clock of this realm. Call it before any Web type is used. */
export function openWebHost(webHost: WebHost, webClock: WebClock): void {
  host = webHost;
  clock = webClock;
}

/** The functions of the host. */
export const getWebHost = (): WebHost => host;
/** The clock of workflow code. */
export const getWebClock = (): WebClock => clock;

/** UTF-8 bytes of `text`, as a typed array of this realm. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(host.encodeUtf8(text));

/** The text of UTF-8 bytes. Invalid bytes become U+FFFD. A byte order mark is dropped unless `keepBom` is set. */
export const decodeUtf8 = (bytes: Uint8Array, { keepBom = false } = {}): string =>
  host.decodeText(bytes, 'utf-8', false, keepBom)!;
