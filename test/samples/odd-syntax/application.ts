import { registerStep, registerClosure, markStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; registerStep("step//./input//f", f); registerClosure("step//./input//outer/s", closure); registerClosure("step//./input//outer/anonymous", closure$1); registerClosure("step//./input//B#x y", closure$2); export default function f(a: string): Promise<void>;
export default async function f(a: unknown) {  }
export interface X {}
export declare function g(): void;
declare module 'zzz' { export function q(): void }
abstract class A { abstract m(): Promise<void>; async n?() {  } static { registerStep("step//./input//A#n", this.prototype.n); } protected static async readonly() {  } static { registerStep("step//./input//A.readonly", this.readonly); } }
export async function* gen() { yield* [1]; }
function outer<T>(this: Window, { a: { b = 1 } = {} as any }: any, ...[c]: T[]) {
  function* help() { yield c; }
  label: for (const x of help()) { const s = markStep("step//./input//outer/s", { s: async (...args) => closure({ b, c, x })(...args) }.s, () => ({ b, c, x })); void s; continue label; }
  return markStep("step//./input//outer/anonymous", async (...args) => closure$1()(...args));
}
export const obj = { a: { async *x() {}, y: registerStep("step//./input//obj/a/y", { async y<T>(this: any, z = 5) {  return this?.q } }.y) }, b: [{ z: registerStep("step//./input//obj/b/z", { async z() {  } }.z) }], ['c' + 1]: registerStep("step//./input//obj", async () => {  }), 'd e': registerStep("step//./input//obj/d e", { async 'd e'() {  } }["d e"]), 5: registerStep("step//./input//obj/5", { async 5() {  } }["5"]), get: registerStep("step//./input//obj/get", { async get() {  } }.get), async: registerStep("step//./input//obj/async", { async async() {  } }.async), static: registerStep("step//./input//obj/static", { async static() {  } }.static) };
class B { async get() {  } static { registerStep("step//./input//B#get", this.prototype.get); } static async async() {  } static { registerStep("step//./input//B.async", this.async); } async static() {  } static { registerStep("step//./input//B#static", this.prototype.static); } static async static() {  } static { registerStep("step//./input//B.static", this.static); } 'x y' = markStep("step//./input//B#x y", { "x y": async (...args) => closure$2()(...args) }["x y"]); static [`lit`] = registerStep("step//./input//B.lit", { lit: async () => {  } }.lit) }
export const wf = markWorkflow("workflow//./input//wf", { wf: async () => { return calledDirectly("workflow//./input//wf"); } }.wf);
export const C = class extends B { static async m() {  return super.async() } static { registerStep("step//./input//C.m", this.m, this); } async n() {  return super.get() } static { registerStep("step//./input//C#n", this.prototype.n); }; static { registerClass("class//./input//C", this, "C"); } };

function closure({ b, c, x }) { function* help() { yield c; } return { s: async (): Promise<T> => {  return [...help(), b, x] as any } }.s; }

function closure$1() { return async () => {  for await (const q of gen()) { } return new (class { static #p = 1; static v = this.#p; })() }; }

function closure$2() { return { "x y": async () => {  } }["x y"]; }
