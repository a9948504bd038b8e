import { SandboxBlob, SandboxFile } from './blob.ts';
import { iterateEntries, iterateNames, iterateValues, type PairIterator } from './pair-iterator.ts';
import { assertArguments, toUsvString } from './web-idl.ts';

/** The value of a field of a form. */
export type FormValue = string | SandboxFile;
type Entry = [name: string, value: FormValue];

/** `FormData` of the Web platform. */
export class SandboxFormData {
  #entries: Entry[] = [];

  constructor(form?: unknown) {
    if (form !== undefined)
      throw new TypeError('FormData constructor: a workflow has no HTML forms; leave the argument out.');
  }

  append(...[name, value, filename]: [name: unknown, value: unknown, filename?: unknown]): void {
    assertArguments(arguments.length, 2, 'FormData.append');
    this.#entries.push([toUsvString(name), toFormValue(value, filename)]);
  }

  set(...[name, value, filename]: [name: unknown, value: unknown, filename?: unknown]): void {
    assertArguments(arguments.length, 2, 'FormData.set');
    const entry: Entry = [toUsvString(name), toFormValue(value, filename)];
    const at = this.#entries.findIndex(([known]) => known === entry[0]);
    if (at < 0) this.#entries.push(entry);
    else this.#entries = this.#entries.with(at, entry).filter(([known], index) => known !== entry[0] || index === at);
  }

  delete(name: unknown): void {
    assertArguments(arguments.length, 1, 'FormData.delete');
    const unwanted = toUsvString(name);
    this.#entries = this.#entries.filter(([known]) => known !== unwanted);
  }

  get(name: unknown): FormValue | null {
    assertArguments(arguments.length, 1, 'FormData.get');
    return this.getAll(name)[0] ?? null;
  }

  getAll(name: unknown): FormValue[] {
    assertArguments(arguments.length, 1, 'FormData.getAll');
    const wanted = toUsvString(name);
    return this.#entries.filter(([known]) => known === wanted).map(([, value]) => value);
  }

  has(name: unknown): boolean {
    assertArguments(arguments.length, 1, 'FormData.has');
    return this.getAll(name).length > 0;
  }

  forEach(callback: (value: FormValue, name: string, form: this) => void, self?: unknown): void {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  entries(): PairIterator<Entry> {
    return iterateEntries('FormData Iterator', () => this.#entries);
  }

  keys(): PairIterator<string> {
    return iterateNames('FormData Iterator', () => this.#entries);
  }

  values(): PairIterator<FormValue> {
    return iterateValues('FormData Iterator', () => this.#entries);
  }

  [Symbol.iterator](): PairIterator<Entry> {
    return this.entries();
  }
}

function toFormValue(value: unknown, filename: unknown): FormValue {
  if (value instanceof SandboxFile && filename === undefined) return value;
  if (value instanceof SandboxBlob) {
    const { type } = value;
    const options = value instanceof SandboxFile ? { type, lastModified: value.lastModified } : { type };
    return new SandboxFile([value], filename === undefined ? 'blob' : filename, options);
  }
  if (filename !== undefined) throw new TypeError('FormData: a file name can only be given to a Blob or File.');
  return toUsvString(value);
}
