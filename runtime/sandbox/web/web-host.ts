/** The host functions that the Web types need. They take and return primitives and typed arrays only, and never throw. */
export interface WebHost {
  /** Parts of the parsed address, as JSON of {@link UrlParts}; `null` when it cannot be parsed. */
  parseUrl(href: string, base: string | null): string | null;
  /** Like the setter `part` of a URL that stands at `href`: the new parts as JSON. What cannot be set is ignored. */
  setUrlPart(href: string, part: string, value: string): string;
  encodeUtf8(text: string): Uint8Array;
  /** `null` when the bytes are not valid and `fatal` is set. */
  decodeText(bytes: Uint8Array, encoding: string, fatal: boolean, ignoreBom: boolean): string | null;
  /** The name of the encoding that `label` stands for; `null` when there is none. */
  findEncoding(label: string): string | null;
}

/** As the getters of `URL` give them. */
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

/** What the Web types get from the sandbox. */
export interface WebClock {
  /** Milliseconds since the epoch, as workflow code sees it. */
  now(): number;
  /** Durable: resolves after that many milliseconds. */
  sleep(ms: number): Promise<void>;
}

let host: WebHost;
let clock: WebClock;

/** Sets what the Web types of this realm stand on, before any of them is used. */
export function openWebHost(webHost: WebHost, webClock: WebClock): void {
  host = webHost;
  clock = webClock;
}

export const getWebHost = (): WebHost => host;
export const getWebClock = (): WebClock => clock;

/** UTF-8 bytes of `text`, as a typed array of this realm. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(host.encodeUtf8(text));

/** Text of UTF-8 bytes: bad bytes become U+FFFD. A byte order mark is dropped unless `keepBom` is set. */
export const decodeUtf8 = (bytes: Uint8Array, { keepBom = false } = {}): string =>
  host.decodeText(bytes, 'utf-8', false, keepBom)!;
