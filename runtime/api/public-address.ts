/** The address under which others reach this application: webhooks begin with it. */

/** Hosts that are this machine and no other. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The facts that are known before anybody has listened. */
export interface PublicAddressSettings {
  /** `WORKFLOW_BASE_URL`, or the address that a hosting platform tells; `null`: neither. */
  baseUrl: string | null;
  /** The port of an address that nobody has told. */
  port: number;
}

/** Learns the address. The settings count most, then what a trusted proxy says, then where the server listens. */
export class PublicAddress {
  readonly #settings: PublicAddressSettings;
  #listening: string | null = null;
  #forwarded: string | null = null;
  #path = '';
  #parsed = { url: '', hasPath: false };
  readonly #heard = Promise.withResolvers<void>();

  constructor(settings: PublicAddressSettings) {
    this.#settings = settings;
  }

  /** The address without a slash at the end. */
  get url(): string {
    const { baseUrl, port } = this.#settings;
    const local = this.#listening ?? `http://localhost:${port}`;
    const known = baseUrl ?? (this.#forwarded === null ? local : this.#forwarded + pathOf(local));
    // Each attempt of a step asks for it, and parsing takes a part of the time of the attempt.
    if (known !== this.#parsed.url) this.#parsed = { url: known, hasPath: URL.parse(known)?.pathname !== '/' };
    return this.#parsed.hasPath ? known : known + this.#path;
  }

  /** Only processes of this machine reach it. */
  get isLocal(): boolean {
    return LOOPBACK.test(URL.parse(this.url)?.hostname ?? '');
  }

  /** Resolves when a server listens, or a proxy has asked one. */
  untilHeard(): Promise<void> {
    return this.#heard.promise;
  }

  /** The server listens there. */
  setListening(url: string): void {
    this.#listening = withoutSlash(url);
    this.#heard.resolve();
  }

  /** A trusted proxy was asked for this origin. */
  setForwarded(origin: string): void {
    this.#forwarded = withoutSlash(origin);
    this.#heard.resolve();
  }

  /** The host mounts the application below it, such as `/v2`. It is added to an address without a path. */
  setPath(path: string): void {
    this.#path = withoutSlash(path);
  }
}

const withoutSlash = (text: string): string => text.replace(/\/+$/, '');

const pathOf = (url: string): string => withoutSlash(URL.parse(url)?.pathname ?? '');
