export default function f(a: string): Promise<void>;
export default async function f(a: unknown) { 'use step'; }
export interface X {}
export declare function g(): void;
declare module 'zzz' { export function q(): void }
abstract class A { abstract m(): Promise<void>; async n?() { 'use step'; } protected static async readonly() { 'use step' } }
export async function* gen() { yield* [1]; }
function outer<T>(this: Window, { a: { b = 1 } = {} as any }: any, ...[c]: T[]) {
  function* help() { yield c; }
  label: for (const x of help()) { const s = async (): Promise<T> => { 'use step'; return [...help(), b, x] as any }; void s; continue label; }
  return async () => { 'use step'; for await (const q of gen()) { } return new (class { static #p = 1; static v = this.#p; })() };
}
export const obj = { a: { async *x() {}, async y<T>(this: any, z = 5) { 'use step'; return this?.q } }, b: [{ async z() { 'use step' } }], ['c' + 1]: async () => { 'use step' }, async 'd e'() { 'use step' }, async 5() { 'use step' }, async get() { 'use step' }, async async() { 'use step' }, async static() { 'use step' } };
class B { async get() { 'use step' } static async async() { 'use step' } async static() { 'use step' } static async static() { 'use step' } 'x y' = async () => { 'use step' }; static [`lit`] = async () => { 'use step' } }
export const wf = async () => { 'use workflow'; return [A, B, outer, obj] };
export const C = class extends B { static async m() { 'use step'; return super.async() } async n() { 'use step'; return super.get() } };
