import { iterateEntries, iterateNames, iterateValues, type PairIterator } from './pair-iterator.ts';
import { assertArguments, isObject, toByteString, toIterable } from './web-idl.ts';

type Pair = [name: string, value: string];

/** A `token` of HTTP, of which the names of headers, methods and types consist. */
export const HTTP_TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const FORBIDDEN_IN_VALUE = /[\0\r\n]/;
const OUTER_WHITE_SPACE = /^[\t\n\r ]+|[\t\n\r ]+$/g;
/** The only header whose values cannot be joined by commas. */
const SET_COOKIE = 'set-cookie';

/** Makes `headers` immutable, like those of `Response.error()` and `Response.redirect()`. */
export let lockHeaders: (headers: SandboxHeaders) => void;

/** `Headers` of the Web platform. As in Node, no header is forbidden. */
export class SandboxHeaders {
  /** By lower-case name, in order of appending. */
  readonly #values = new Map<string, string[]>();
  /** The pairs in the order of iteration; computed when needed. */
  #sorted: readonly Pair[] | null = null;
  #locked = false;

  static {
    lockHeaders = (headers) => {
      headers.#locked = true;
    };
  }

  constructor(init?: unknown) {
    for (const [name, value] of readInit(init)) this.append(name, value);
  }

  append(name: unknown, value: unknown): void {
    assertArguments(arguments.length, 2, 'Headers.append');
    const key = toName(name, 'append');
    const text = toValue(value, 'append');
    this.#change().set(key, [...(this.#values.get(key) ?? []), text]);
  }

  set(name: unknown, value: unknown): void {
    assertArguments(arguments.length, 2, 'Headers.set');
    const key = toName(name, 'set');
    const text = toValue(value, 'set');
    this.#change().set(key, [text]);
  }

  delete(name: unknown): void {
    assertArguments(arguments.length, 1, 'Headers.delete');
    const key = toName(name, 'delete');
    this.#change().delete(key);
  }

  get(name: unknown): string | null {
    assertArguments(arguments.length, 1, 'Headers.get');
    return this.#values.get(toName(name, 'get'))?.join(', ') ?? null;
  }

  has(name: unknown): boolean {
    assertArguments(arguments.length, 1, 'Headers.has');
    return this.#values.has(toName(name, 'has'));
  }

  getSetCookie(): string[] {
    return [...(this.#values.get(SET_COOKIE) ?? [])];
  }

  forEach(callback: (value: string, name: string, headers: this) => void, self?: unknown): void {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  entries(): PairIterator<Pair> {
    return iterateEntries('Headers Iterator', () => this.#sort());
  }

  keys(): PairIterator<string> {
    return iterateNames('Headers Iterator', () => this.#sort());
  }

  values(): PairIterator<string> {
    return iterateValues('Headers Iterator', () => this.#sort());
  }

  [Symbol.iterator](): PairIterator<Pair> {
    return this.entries();
  }

  #change(): Map<string, string[]> {
    if (this.#locked) throw new TypeError('These headers are immutable.');
    this.#sorted = null;
    return this.#values;
  }

  #sort(): readonly Pair[] {
    this.#sorted ??= [...this.#values]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, values]) =>
        name === SET_COOKIE ? values.map((value): Pair => [name, value]) : [[name, values.join(', ')] satisfies Pair],
      );
    return this.#sorted;
  }
}

function toName(name: unknown, method: string): string {
  const text = toByteString(name);
  if (!HTTP_TOKEN.test(text)) throw new TypeError(`Headers.${method}: "${text}" is an invalid header name.`);
  return text.toLowerCase();
}

function toValue(value: unknown, method: string): string {
  const text = toByteString(value).replaceAll(OUTER_WHITE_SPACE, '');
  if (FORBIDDEN_IN_VALUE.test(text)) throw new TypeError(`Headers.${method}: "${text}" is an invalid header value.`);
  return text;
}

function readInit(init: unknown): Iterable<[unknown, unknown]> {
  if (init === undefined) return [];
  if (!isObject(init))
    throw new TypeError('Headers constructor: the argument must be a record or a sequence of pairs.');
  return Symbol.iterator in init ? Array.from(init as Iterable<unknown>, readPair) : Object.entries(init);
}

function readPair(pair: unknown): [unknown, unknown] {
  const parts = [...toIterable(pair, 'Headers constructor: each member must be a pair of name and value.')];
  if (parts.length !== 2) throw new TypeError('Headers constructor: each member must be a pair of name and value.');
  return [parts[0], parts[1]];
}
