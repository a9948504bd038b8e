/** Lists of values that are stored once, in a stream of the run to which only the workflow writes. */
import { toListStream, type StoredList } from '../contract/stored-list.ts';
import type { StoredValues } from '../values/codec-environment.ts';
import { formatIndexes, type StoredReference } from '../values/stored-reference.ts';
import { decodeValue, encodeValue } from './realm-codec.ts';
import { requireScope, type RunScope } from './run-scope.ts';
import { appendChunks } from './stream-writes.ts';

/** The references of arrays that lists have returned; `null` until there is one, so that nothing is looked up. */
let picked: WeakMap<readonly unknown[], StoredReference> | null = null;

/** The stored values to which arguments of step calls may refer. */
export const storedValues: StoredValues = {
  toReference: (array) => picked?.get(array) ?? null,
};

/** By name. */
const listsOf = new WeakMap<RunScope, Map<string, RunList<unknown>>>();

/**
 * The list of this name, created at the first call. Lists belong to one part of a run: `continueAs()` starts with new
 * ones.
 */
export function openStoredList<T>(name: string): StoredList<T> {
  const scope = requireScope();
  const lists = listsOf.get(scope) ?? new Map<string, RunList<unknown>>();
  listsOf.set(scope, lists);
  const known = lists.get(name) as RunList<T> | undefined;
  if (known) return known;
  const list = new RunList<T>(scope.identity.runId, toListStream(name, scope.beganAt));
  lists.set(name, list);
  return list;
}

/** An encoded value; `value` is set once it has been picked. */
interface ListItem<T> {
  readonly text: string;
  value?: T;
}

/** The list object for workflow code. */
export class RunList<T> implements StoredList<T> {
  readonly #run: string;
  readonly #stream: string;
  readonly #items: ListItem<T>[] = [];
  readonly #indexes = new Map<string, number>();

  constructor(run: string, stream: string) {
    this.#run = run;
    this.#stream = stream;
  }

  get length(): number {
    return this.#items.length;
  }

  add(value: T): number {
    const text = encodeValue(value, 'value');
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    const index = this.#items.push({ text }) - 1;
    this.#indexes.set(text, index);
    appendChunks({ run: this.#run, stream: this.#stream }, [text], index);
    return index;
  }

  pick(indexes: readonly number[]): readonly T[] {
    const values = Object.freeze(indexes.map((index) => this.#read(index)));
    if (values.length > 0) {
      picked ??= new WeakMap();
      picked.set(values, { run: this.#run, stream: this.#stream, indexes: formatIndexes(indexes) });
    }
    return values;
  }

  /** A copy of the added value, because the original may have changed since. */
  #read(index: number): T {
    const item = this.#items[index];
    if (!item) throw new RangeError(`The list has ${this.length} values, none with the index ${index}.`);
    if (!('value' in item)) item.value = decodeValue(item.text) as T;
    return item.value;
  }
}
