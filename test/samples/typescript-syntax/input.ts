import { EOL } from 'node:os';
import type { Stats } from 'node:fs';

export async function parse(text: string): Promise<string>;
export async function parse(text: number): Promise<number>;
export async function parse(this: void, text: string | number, ...rest: readonly unknown[]): Promise<string | number> {
  'use step';
  return typeof text === 'string' ? text + rest.length + EOL.length : text;
}
const generic = async <T extends object>(value: T, key: keyof T): Promise<T[keyof T] | Stats> => {
  'use step';
  using closing = { [Symbol.dispose]() {} };
  return value![key]!;
};
abstract class Base {
  abstract name(): string;
}
class Derived extends Base implements Iterable<number> {
  declare field: string;
  override name() { return 'derived'; }
  *[Symbol.iterator]() { yield 1; }
  static async load<T>(value: T): Promise<T>;
  static async load(value: unknown) {
    'use step';
    return value;
  }
}

export async function flow(text: string) {
  'use workflow';
  return [await parse(text, 1, 2), await generic({ a: 1 }, 'a'), await Derived.load(new Derived().name())];
}
