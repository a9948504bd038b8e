import { stepProxy, registerWorkflow, registerClass } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//f", undefined, f, undefined, 1); let step$2; let step$3; let step$4; let step$5; let step$6; let step$7; let step$8; let step$9; export default function f(a: string): Promise<void>;
export default async function f(...args) { return step$1(...args); }
export interface X {}
export declare function g(): void;
declare module 'zzz' { export function q(): void }
abstract class A { abstract m(): Promise<void>; async n(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//A#n", undefined, this.prototype.n); } protected static async readonly(...args) { return step$3(...args); } static { step$3 = /* @__PURE__ */ stepProxy("step//./input//A.readonly", undefined, this.readonly); } }
export async function* gen() { yield* [1]; }
function outer<T>(this: Window, { a: { b = 1 } = {} as any }: any, ...[c]: T[]) {
  function* help() { yield c; }
  label: for (const x of help()) { const s = stepProxy("step//./input//outer/s", () => ({ b, c, x })); void s; continue label; }
  return stepProxy("step//./input//outer/anonymous");
}
export const obj = /* @__PURE__ */ (() => ({ a: { async *x() {}, y: /* @__PURE__ */ stepProxy("step//./input//obj/a/y", undefined, undefined, true) }, b: [{ z: /* @__PURE__ */ stepProxy("step//./input//obj/b/z") }], ['c' + 1]: /* @__PURE__ */ stepProxy("step//./input//obj"), 'd e': /* @__PURE__ */ stepProxy("step//./input//obj/d e"), 5: /* @__PURE__ */ stepProxy("step//./input//obj/5"), get: /* @__PURE__ */ stepProxy("step//./input//obj/get"), async: /* @__PURE__ */ stepProxy("step//./input//obj/async"), static: /* @__PURE__ */ stepProxy("step//./input//obj/static") }))();
class B { async get(...args) { return step$4(...args); } static { step$4 = /* @__PURE__ */ stepProxy("step//./input//B#get", undefined, this.prototype.get); } static async async(...args) { return step$5(...args); } static { step$5 = /* @__PURE__ */ stepProxy("step//./input//B.async", undefined, this.async); } async static(...args) { return step$6(...args); } static { step$6 = /* @__PURE__ */ stepProxy("step//./input//B#static", undefined, this.prototype.static); } static async static(...args) { return step$7(...args); } static { step$7 = /* @__PURE__ */ stepProxy("step//./input//B.static", undefined, this.static); } 'x y' = stepProxy("step//./input//B#x y"); static [`lit`] = /* @__PURE__ */ stepProxy("step//./input//B.lit") }
export const wf = registerWorkflow("workflow//./input//wf", { wf: async () => {  return [A, B, outer, obj] } }.wf);
export const C = class extends B { static async m(...args) { return step$8.apply(this, args); } static { step$8 = /* @__PURE__ */ stepProxy("step//./input//C.m", undefined, this.m, true); } async n(...args) { return step$9.apply(this, args); } static { step$9 = /* @__PURE__ */ stepProxy("step//./input//C#n", undefined, this.prototype.n, true); }; static { registerClass("class//./input//C", this, "C"); } };
