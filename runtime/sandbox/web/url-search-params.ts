import { decodeUtf8, encodeUtf8 } from './web-host.ts';
import { assertArguments, isObject, toUsvString } from './web-idl.ts';
import { iterateEntries, iterateNames, iterateValues, type PairIterator } from './pair-iterator.ts';

type Pair = [string, string];

let link: (params: SandboxURLSearchParams, onChange: (query: string) => void, query?: string) => void;

/** Connects `params` to its URL: `onChange` gets every new query; `query` replaces the pairs. */
export const linkParams = (params: SandboxURLSearchParams, onChange: (query: string) => void, query?: string): void =>
  link(params, onChange, query);

/** `URLSearchParams` of the Web platform. */
export class SandboxURLSearchParams {
  #pairs: Pair[];
  #onChange: ((query: string) => void) | null = null;

  static {
    link = (params, onChange, query) => {
      params.#onChange = onChange;
      if (query !== undefined) params.#pairs = parseQuery(query.slice(1));
    };
  }

  constructor(init: unknown = '') {
    this.#pairs = readInit(init);
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: string, value: string): void {
    assertArguments(arguments.length, 2, 'URLSearchParams.append');
    this.#pairs.push([toUsvString(name), toUsvString(value)]);
    this.#changed();
  }

  delete(name: string, value?: string): void {
    assertArguments(arguments.length, 1, 'URLSearchParams.delete');
    const matches = matcher(name, value);
    this.#pairs = this.#pairs.filter((pair) => !matches(pair));
    this.#changed();
  }

  get(name: string): string | null {
    assertArguments(arguments.length, 1, 'URLSearchParams.get');
    return this.#pairs.find(matcher(name))?.[1] ?? null;
  }

  getAll(name: string): string[] {
    assertArguments(arguments.length, 1, 'URLSearchParams.getAll');
    return this.#pairs.filter(matcher(name)).map(([, value]) => value);
  }

  has(name: string, value?: string): boolean {
    assertArguments(arguments.length, 1, 'URLSearchParams.has');
    return this.#pairs.some(matcher(name, value));
  }

  set(name: string, value: string): void {
    assertArguments(arguments.length, 2, 'URLSearchParams.set');
    const matches = matcher(name);
    const first = this.#pairs.find(matches);
    if (first) {
      first[1] = toUsvString(value);
      this.#pairs = this.#pairs.filter((pair) => pair === first || !matches(pair));
    } else {
      this.#pairs.push([toUsvString(name), toUsvString(value)]);
    }
    this.#changed();
  }

  sort(): void {
    this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    this.#changed();
  }

  forEach(callback: (value: string, name: string, params: this) => void, self?: unknown): void {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  entries(): PairIterator<Pair> {
    return iterateEntries('URLSearchParams Iterator', () => this.#pairs);
  }

  keys(): PairIterator<string> {
    return iterateNames('URLSearchParams Iterator', () => this.#pairs);
  }

  values(): PairIterator<string> {
    return iterateValues('URLSearchParams Iterator', () => this.#pairs);
  }

  [Symbol.iterator](): PairIterator<Pair> {
    return this.entries();
  }

  toString(): string {
    return this.#pairs.map(([name, value]) => `${escapeForm(name)}=${escapeForm(value)}`).join('&');
  }

  #changed(): void {
    this.#onChange?.(this.toString());
  }
}

function matcher(name: unknown, value?: unknown): (pair: Pair) => boolean {
  const wanted = toUsvString(name);
  if (value === undefined) return (pair) => pair[0] === wanted;
  const wantedValue = toUsvString(value);
  return (pair) => pair[0] === wanted && pair[1] === wantedValue;
}

function readInit(init: unknown): Pair[] {
  if (!isObject(init)) return parseQuery(toUsvString(init).replace(/^\?/, ''));
  if (Symbol.iterator in init) return Array.from(init as Iterable<unknown>, readPair);
  return Object.entries(init).map(([name, value]): Pair => [toUsvString(name), toUsvString(value)]);
}

function readPair(pair: unknown): Pair {
  const parts = isObject(pair) && Symbol.iterator in pair ? [...(pair as Iterable<unknown>)] : [];
  if (parts.length !== 2) throw new TypeError('Each query pair must be an iterable [name, value] tuple');
  return [toUsvString(parts[0]), toUsvString(parts[1])];
}

/** Parses `application/x-www-form-urlencoded`. */
export function parseQuery(query: string): Pair[] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part): Pair => {
      const at = part.indexOf('=');
      return at < 0 ? [unescapeForm(part), ''] : [unescapeForm(part.slice(0, at)), unescapeForm(part.slice(at + 1))];
    });
}

function unescapeForm(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  const bytes = encodeUtf8(spaced);
  const plain: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const hex = bytes[i] === 0x25 ? String.fromCharCode(bytes[i + 1] ?? 0, bytes[i + 2] ?? 0) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      plain.push(Number.parseInt(hex, 16));
      i += 2;
    } else {
      plain.push(bytes[i]!);
    }
  }
  return decodeUtf8(Uint8Array.from(plain), { keepBom: true });
}

function escapeForm(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
