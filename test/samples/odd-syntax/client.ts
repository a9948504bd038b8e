import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep("step//./input//f", f); export default function f(a: string): Promise<void>;
export default async function f(a: unknown) {  }
export interface X {}
export declare function g(): void;
declare module 'zzz' { export function q(): void }
abstract class A { abstract m(): Promise<void>; async n?() {  } static { markStep("step//./input//A#n", this.prototype.n); } protected static async readonly() {  } static { markStep("step//./input//A.readonly", this.readonly); } }
export async function* gen() { yield* [1]; }
function outer<T>(this: Window, { a: { b = 1 } = {} as any }: any, ...[c]: T[]) {
  function* help() { yield c; }
  label: for (const x of help()) { const s = markStep("step//./input//outer/s", { s: async (): Promise<T> => {  return [...help(), b, x] as any } }.s, () => ({ b, c, x })); void s; continue label; }
  return markStep("step//./input//outer/anonymous", async () => {  for await (const q of gen()) { } return new (class { static #p = 1; static v = this.#p; })() });
}
export const obj = { a: { async *x() {}, y: markStep("step//./input//obj/a/y", { async y<T>(this: any, z = 5) {  return this?.q } }.y) }, b: [{ z: markStep("step//./input//obj/b/z", { async z() {  } }.z) }], ['c' + 1]: markStep("step//./input//obj", async () => {  }), 'd e': markStep("step//./input//obj/d e", { async 'd e'() {  } }["d e"]), 5: markStep("step//./input//obj/5", { async 5() {  } }["5"]), get: markStep("step//./input//obj/get", { async get() {  } }.get), async: markStep("step//./input//obj/async", { async async() {  } }.async), static: markStep("step//./input//obj/static", { async static() {  } }.static) };
class B { async get() {  } static { markStep("step//./input//B#get", this.prototype.get); } static async async() {  } static { markStep("step//./input//B.async", this.async); } async static() {  } static { markStep("step//./input//B#static", this.prototype.static); } static async static() {  } static { markStep("step//./input//B.static", this.static); } 'x y' = markStep("step//./input//B#x y", { "x y": async () => {  } }["x y"]); static [`lit`] = markStep("step//./input//B.lit", { lit: async () => {  } }.lit) }
export const wf = markWorkflow("workflow//./input//wf", { wf: async () => { return calledDirectly("workflow//./input//wf"); } }.wf);
export const C = class extends B { static async m() {  return super.async() } static { markStep("step//./input//C.m", this.m); } async n() {  return super.get() } static { markStep("step//./input//C#n", this.prototype.n); } };
