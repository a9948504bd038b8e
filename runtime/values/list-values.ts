/** Arrays with fields of their own, such as what `text.match()` gives: `index`, `input`, `groups`. */
import { defineValueType, type ValueType } from './value-type.ts';

interface ListData {
  /** The elements, with holes. */
  items: unknown[];
  fields: Record<string, unknown>;
}

/** Whether an array has more than its elements. Their keys come first, and are numbers. */
export function hasFields(array: readonly unknown[]): boolean {
  const last = Object.keys(array).at(-1);
  return last !== undefined && !isIndex(last);
}

/** The fields of an array, without its elements. */
export const fieldsOf = (array: readonly unknown[]): [name: string, value: unknown][] =>
  hasFields(array) ? Object.entries(array).filter(([key]) => !isIndex(key)) : [];

const isIndex = (key: string): boolean => /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < 2 ** 32 - 1;

/** The type of such arrays. */
export const listType: ValueType = defineValueType<ListData>({
  tag: 'List',
  matches: (value) => Array.isArray(value) && hasFields(value),
  encode(array: unknown[]) {
    return { items: copyElements(array, []), fields: Object.fromEntries(fieldsOf(array)) };
  },
  decode: () => [],
  fill(array: unknown[], { items = [], fields = {} }: Partial<ListData>) {
    copyElements(items, array);
    for (const [key, value] of Object.entries(fields)) defineField(array, key, value);
  },
});

/** Sets a field whatever its name is, and whatever the prototype does with that name. */
export function defineField(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Not by a method of the array: those ask its fields what to do. */
function copyElements(from: readonly unknown[], to: unknown[]): unknown[] {
  to.length = from.length;
  for (const key of Object.keys(from)) if (isIndex(key)) to[Number(key)] = from[Number(key)];
  return to;
}
