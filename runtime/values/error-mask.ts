/** Masks credentials in what libraries put on errors, such as the request that failed with its headers. */
import { isStorableClass } from './class-registry.ts';
import { defineField, fieldsOf } from './list-values.ts';
import { maskText } from './mask-text.ts';
import { MASK, type SecretNames } from './secret-names.ts';
import { isInstance, web } from './web-values.ts';

type Entries = [name: string, value: string][];

/** Masks the errors of one encoding. Parts that their fields share are still shared afterwards. */
export class ErrorMask {
  readonly #secrets: () => SecretNames;
  readonly #isError: (value: object) => boolean;
  #copies = new Map<object, unknown>();
  /** Requests and responses, which cannot be copied without their bodies: their types ask for the masked parts. */
  #carriers = new Set<object>();

  /** @param options.isError Errors inside of fields are left as they are: each is masked where it is encoded. */
  constructor(options: { secrets: () => SecretNames; isError: (value: object) => boolean }) {
    this.#secrets = options.secrets;
    this.#isError = options.isError;
  }

  /** Forgets what was masked before, because values may have changed since. */
  reset(): void {
    if (this.#copies.size > 0) this.#copies = new Map();
    if (this.#carriers.size > 0) this.#carriers = new Set();
  }

  /** A text of an error, masked. */
  maskText(text: string): string {
    return maskText(text, this.#secrets());
  }

  /** A masked copy of a field. Throws what a getter throws, and a `RangeError` for a value that is too deep. */
  maskField(name: string, value: unknown): unknown {
    const isEmpty = value === undefined || value === null || value === '' || typeof value === 'boolean';
    return !isEmpty && this.#secrets().has(name) ? MASK : this.#copy(value);
  }

  /** The headers of a request or a response, masked if that is part of an error. */
  headersOf(carrier: Request | Response): Entries {
    const entries = [...carrier.headers];
    return this.#carriers.has(carrier) ? this.#maskEntries(entries) : entries;
  }

  /** The address of a request or a response, masked if that is part of an error. */
  urlOf(carrier: Request | Response): string {
    return this.#carriers.has(carrier) ? this.maskText(carrier.url) : carrier.url;
  }

  #copy(value: unknown): unknown {
    if (typeof value === 'string') return this.maskText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (!this.#copies.has(value)) this.#copyObject(value);
    return this.#copies.get(value);
  }

  /** Whatever has a class of its own stays: it cannot be stored, or is data that its class chose. */
  #copyObject(value: object): void {
    this.#copies.set(value, value);
    if (this.#isError(value) || isStorableClass(value.constructor)) return;
    const tag = Object.prototype.toString.call(value);
    if (isInstance(value, web.Request) || isInstance(value, web.Response)) this.#carriers.add(value);
    else if (isInstance(value, web.Headers)) this.#copies.set(value, new web.Headers!(this.#maskEntries([...value])));
    else if (isInstance(value, web.FormData)) this.#copyForm(value);
    else if (tag === '[object URLSearchParams]') this.#copyParameters(value as URLSearchParams);
    else if (tag === '[object URL]') this.#copies.set(value, new URL(this.maskText((value as URL).href)));
    else if (tag === '[object Map]') this.#copyMap(value as Map<unknown, unknown>);
    else if (tag === '[object Set]') this.#copySet(value as Set<unknown>);
    else if (Array.isArray(value)) this.#copyList(value);
    else if (isRecord(value)) this.#copyRecord(value);
  }

  #copyForm(form: FormData): void {
    const copy = new web.FormData!();
    for (const [name, part] of form) copy.append(name, this.maskField(name, part) as string);
    this.#copies.set(form, copy);
  }

  /** They are most often the query of an address. */
  #copyParameters(parameters: URLSearchParams): void {
    const isSecret = (name: string): boolean => this.#secrets().hasParameter(name);
    const entries = [...parameters].map(([name, value]) => [name, isSecret(name) ? MASK : this.maskText(value)]);
    this.#copies.set(parameters, new URLSearchParams(entries));
  }

  #copyMap(map: Map<unknown, unknown>): void {
    const copy = new Map<unknown, unknown>();
    this.#copies.set(map, copy);
    for (const [key, part] of map) {
      copy.set(this.#copy(key), typeof key === 'string' ? this.maskField(key, part) : this.#copy(part));
    }
    this.#copyRest(map, copy, Object.entries(map));
  }

  #copySet(set: Set<unknown>): void {
    const copy = new Set<unknown>();
    this.#copies.set(set, copy);
    for (const part of set) copy.add(this.#copy(part));
    this.#copyRest(set, copy, Object.entries(set));
  }

  /** A copy is refused or stored like what it is a copy of: with its class, and with its fields besides the parts. */
  #copyRest(original: object, copy: object, fields: [name: string, value: unknown][]): void {
    const prototype: unknown = Object.getPrototypeOf(original);
    if (prototype !== Object.getPrototypeOf(copy)) Object.setPrototypeOf(copy, prototype as object);
    for (const [name, value] of fields) defineField(copy, name, this.maskField(name, value));
  }

  /** Raw headers are a list of names and values by turns; entries of headers are lists of such pairs. */
  #copyList(list: readonly unknown[]): void {
    const copy: unknown[] = [];
    this.#copies.set(list, copy);
    // A list may have holes, which stay.
    copy.length = list.length;
    // The list may have a field of that name.
    Array.prototype.forEach.call(list, (part, i) => {
      const name = i % 2 === 1 && typeof part === 'string' ? list[i - 1] : null;
      copy[i] = typeof name === 'string' ? this.maskField(name, part) : this.#copy(part);
    });
    this.#copyRest(list, copy, fieldsOf(list));
  }

  #copyRecord(record: Readonly<Record<PropertyKey, unknown>>): void {
    const copy = Object.create(Object.getPrototypeOf(record)) as object;
    this.#copies.set(record, copy);
    const isLogin = isLoginCommand(record);
    const name = nameOfPair(record);
    // Keys that cannot be stored stay, so that the field is refused as it would be without a mask.
    for (const key of Reflect.ownKeys(record)) {
      if (!Object.prototype.propertyIsEnumerable.call(record, key)) continue;
      const field = typeof key === 'string' ? this.maskField(key, record[key]) : record[key];
      const isSecret = (isLogin && key === 'args') || (key === 'value' && name !== null && this.#secrets().has(name));
      const value = isSecret ? MASK : field;
      Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
    }
  }

  #maskEntries(entries: Entries): Entries {
    return entries.map(([name, value]) => [name, this.maskField(name, value) as string]);
  }
}

function isRecord(value: object): value is Record<PropertyKey, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Lists of headers are also written as `{ name: 'authorization', value: '…' }`. */
function nameOfPair({ name, key, value }: Readonly<Record<string, unknown>>): string | null {
  const label = name ?? key;
  return typeof label === 'string' && typeof value === 'string' ? label : null;
}

/** Clients of Redis put the command that failed on its error. Its arguments have no names. */
const isLoginCommand = ({ name, args }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(args) && typeof name === 'string' && /^(?:auth|hello)$/i.test(name);
