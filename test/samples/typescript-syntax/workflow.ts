import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//parse", undefined, parse, undefined, 1); let step$2; registerWorkflow("workflow//./input//flow", flow); 
import type { Stats } from 'node:fs';

export async function parse(text: string): Promise<string>;
export async function parse(text: number): Promise<number>;
export async function parse(...args) { return step$1(...args); }
const generic = /* @__PURE__ */ stepProxy("step//./input//generic", undefined, undefined, undefined, 2);
abstract class Base {
  abstract name(): string;
}
class Derived extends Base implements Iterable<number> {
  declare field: string;
  override name() { return 'derived'; }
  *[Symbol.iterator]() { yield 1; }
  static async load<T>(value: T): Promise<T>;
  static async load(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Derived.load", undefined, this.load, undefined, 1); }
}

export async function flow(text: string) {
  
  return [await parse(text, 1, 2), await generic({ a: 1 }, 'a'), await Derived.load(new Derived().name())];
}
