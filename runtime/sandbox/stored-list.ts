/** Lists of values that are stored once: in a stream of the run, to which only the workflow writes. */
import type { StoredList } from '../contract/stored-list.ts';
import type { StoredValues } from '../values/codec-environment.ts';
import { formatIndexes, toListStream, type StoredReference } from '../values/stored-reference.ts';
import { decodeValue, encodeValue } from './realm-codec.ts';
import { requireScope, type RunScope } from './run-scope.ts';
import { appendChunks } from './stream-writes.ts';

/** Where the values of the arrays are stored that lists have given; `null` as long as none has, so that nothing is looked up. */
let picked: WeakMap<readonly unknown[], StoredReference> | null = null;

/** What the arguments of step calls may refer to. */
export const storedValues: StoredValues = {
  toReference: (array) => picked?.get(array) ?? null,
};

/** By name. */
const listsOf = new WeakMap<RunScope, Map<string, RunList<unknown>>>();

/**
 * The list of this name, for the steps of this run; made when it is asked for first. Lists belong to one part of a run: one that
 * begins anew has others.
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

/** A value as steps get it; `value` is there once it was picked here. */
interface ListItem<T> {
  readonly text: string;
  value?: T;
}

/** A list in the hands of workflow code. */
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

  /** A copy of what was added, because that may have been changed since. */
  #read(index: number): T {
    const item = this.#items[index];
    if (!item) throw new RangeError(`The list has ${this.length} values, so there is none at ${index}.`);
    if (!('value' in item)) item.value = decodeValue(item.text) as T;
    return item.value;
  }
}
