import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//parse", parse); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import type { Stats } from 'node:fs';

export async function parse(text: string): Promise<string>;
export async function parse(text: number): Promise<number>;
export async function parse(this: void, text: string | number, ...rest: readonly unknown[]): Promise<string | number> {
  
  return typeof text === 'string' ? text + rest.length + EOL.length : text;
}
const generic = registerStep("step//./input//generic", { generic: async <T extends object>(value: T, key: keyof T): Promise<T[keyof T] | Stats> => {
  
  using closing = { [Symbol.dispose]() {} };
  return value![key]!;
} }.generic);
abstract class Base {
  abstract name(): string;
}
class Derived extends Base implements Iterable<number> {
  declare field: string;
  override name() { return 'derived'; }
  *[Symbol.iterator]() { yield 1; }
  static async load<T>(value: T): Promise<T>;
  static async load(value: unknown) {
    
    return value;
  } static { registerStep("step//./input//Derived.load", this.load); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
