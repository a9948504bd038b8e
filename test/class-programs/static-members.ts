/** Programs about static members of classes. Each exports the workflow `main`. */
export const staticMembers: Record<string, string> = {
  'a static step sees the class that it is called on': `
    class Base { static label = 'base'; static async who(n: number) { 'use step'; return this.label + n; } }
    class Derived extends Base { static override label = 'derived'; }
    export async function main() { 'use workflow'; return [await Base.who(1), await Derived.who(2)]; }`,
  'a static step that is called through a variable sees the class in it': `
    class A { static label = 'a'; static async who() { 'use step'; return this.label; } }
    class B extends A { static override label = 'b'; }
    export async function main() { 'use workflow'; const out = []; for (const cls of [A, B, A]) out.push(await cls.who()); return out; }`,
  'call(), apply() and bind() choose the class': `
    class A { static label = 'a'; static async who(n = 0) { 'use step'; return this.label + n; } }
    class B extends A { static override label = 'b'; }
    export async function main() {
      'use workflow';
      return [await A.who.call(B), await A.who.apply(B, [1]), await A.who.bind(B, 2)(), await B.who.call(A)];
    }`,
  'call() with an object that is no class': `
    class A { static label = 'a'; static async who() { 'use step'; return this.label; } }
    export async function main() { 'use workflow'; return await A.who.call({ label: 'object' } as typeof A); }`,
  'super in a static step keeps the class': `
    class A { static label = 'a'; static async who() { 'use step'; return this.label; } }
    class B extends A { static override label = 'b'; static override async who() { 'use step'; return 'b: ' + (await super.who()); } }
    class C extends B { static override label = 'c'; }
    export async function main() { 'use workflow'; return [await A.who(), await B.who(), await C.who()]; }`,
  'static methods around static steps pass the class on': `
    class A {
      static label = 'a';
      static async step(n: number) { 'use step'; return this.label + n; }
      static async both(n: number) { return [await this.step(n), await this.step(n + 1)]; }
    }
    class B extends A { static override label = 'b'; }
    export async function main() { 'use workflow'; return [await A.both(1), await B.both(5)]; }`,
  'a step in a static field, as function and as arrow': `
    class A {
      static label = 'a';
      static fn = async function (this: typeof A) { 'use step'; return this.label; };
      static arrow = async () => { 'use step'; return this.label; };
    }
    class B extends A { static override label = 'b'; }
    export async function main() { 'use workflow'; return [await A.fn(), await B.fn(), await A.arrow(), await B.arrow()]; }`,
  'a static getter that is a step': `
    class A { static label = 'a'; static get value() { 'use step'; return Promise.resolve(this.label); } }
    class B extends A { static override label = 'b'; }
    export async function main() { 'use workflow'; return [await A.value, await B.value]; }`,
  'private static fields in a static step': `
    class A { static #secret = 7; static async read() { 'use step'; return this.#secret; } static async own() { 'use step'; return A.#secret; } }
    export async function main() { 'use workflow'; return [await A.read(), await A.own()]; }`,
  'a subclass without the private static field fails alike': `
    class A { static #secret = 7; static async read() { 'use step'; return #secret in this; } }
    class B extends A {}
    export async function main() { 'use workflow'; return [await A.read(), await B.read()]; }`,
  'a private static step': `
    class A { static async #hidden(n: number) { 'use step'; return n * 2; } static run(n: number) { return A.#hidden(n); } }
    export async function main() { 'use workflow'; return await A.run(4); }`,
  'static initialisers and blocks run in order': `
    const order: string[] = [];
    class A {
      static a = order.push('a');
      static { order.push('block'); this.b = this.a + 1; }
      static b: number;
      static c = order.push('c');
      static async step() { 'use step'; return this.a; }
    }
    export async function main() { 'use workflow'; return [order, A.a, A.b ?? null, A.c, await A.step()]; }`,
  'static names with dashes, numbers and quotes': `
    class A { static async 'a-b'() { 'use step'; return 1; } static async 12() { 'use step'; return 2; } static async "it's"() { 'use step'; return this.name; } }
    export async function main() { 'use workflow'; return [await A['a-b'](), await A[12](), await A["it's"]()]; }`,
  'the name and length of static steps': `
    class A { static async one(a: number) { 'use step'; return a; } }
    export async function main() { 'use workflow'; return [A.one.name, A.name, await A.one(1)]; }`,
  'a class in a constant': `
    const A = class { static label = 'a'; static async who() { 'use step'; return [this.label, this.name]; } };
    export async function main() { 'use workflow'; return await A.who(); }`,
  'a class with a name of its own in a constant': `
    const A = class Inner { static label = 'a'; static async who() { 'use step'; return [Inner.label, this.name, Inner === this]; } };
    export async function main() { 'use workflow'; return await A.who(); }`,
  'a default exported class': `
    export default class { static label = 'd'; static async who() { 'use step'; return this.label; } }
    import Self from './FILE';
    export async function main() { 'use workflow'; return await Self.who(); }`,
  'an abstract class with a static step': `
    abstract class A { static async make() { 'use step'; return this.name; } abstract go(): void; }
    class B extends A { go() {} }
    export async function main() { 'use workflow'; return [await A.make(), await B.make()]; }`,
  'a static step that makes instances of its class': `
    class A { n = 1; static async count() { 'use step'; return new this().n; } }
    class B extends A { override n = 2; }
    export async function main() { 'use workflow'; return [await A.count(), await B.count()]; }`,
  'static state that workflow code changes is its own': `
    class Counter { static n = 0; static next() { return ++this.n; } static async echo(n: number) { 'use step'; return n; } }
    export async function main() { 'use workflow'; const a = await Counter.echo(Counter.next()); return [a, await Counter.echo(Counter.next()), Counter.n]; }`,
  'a class as an argument of a step': `
    class A { static label = 'a'; static async who() { 'use step'; return this.label; } }
    class B extends A { static override label = 'b'; }
    async function labelOf(cls: typeof A) { 'use step'; return cls.label; }
    export async function main() { 'use workflow'; return [await labelOf(A), await labelOf(B)]; }`,
  'a class as the result of a step': `
    class A { static label = 'a'; static async self() { 'use step'; return this; } }
    class B extends A { static override label = 'b'; }
    export async function main() { 'use workflow'; const cls = await B.self(); return [cls === B, (cls as typeof B).label]; }`,
  'a mixin that adds a label': `
    class A { static label = 'a'; static async who() { 'use step'; return this.label; } }
    const withTag = <T extends typeof A>(cls: T) => { Object.assign(cls, { tag: cls.label + '!' }); return cls; };
    class B extends withTag(A) { static override label = 'b'; }
    export async function main() { 'use workflow'; return [await B.who(), (B as unknown as { tag: string }).tag]; }`,
  'options of a static step': `
    class A { static async flaky() { 'use step'; throw new Error('no'); } }
    Object.assign(A.flaky, { maxRetries: 0 });
    export async function main() { 'use workflow'; return await A.flaky().catch((error: Error) => error.message); }`,
  'a static step that throws': `
    class A { static label = 'a'; static async fail() { 'use step'; throw Object.assign(new RangeError('bad ' + this.label)); } }
    Object.assign(A.fail, { maxRetries: 0 });
    export async function main() { 'use workflow'; try { await A.fail(); } catch (error) { return [error instanceof RangeError, (error as Error).message]; } }`,
  'a static step as a callback of a step': `
    class A { static label = 'a'; static async add(n: number) { 'use step'; return this.label + n; } }
    async function each(fn: (n: number) => Promise<string>) { 'use step'; return [await fn(1), await fn(2)]; }
    export async function main() { 'use workflow'; return await each(A.add.bind(A)); }`,
  'parallel calls on several classes': `
    class A { static label = 'a'; static async who() { 'use step'; return this.label; } }
    class B extends A { static override label = 'b'; }
    class C extends B { static override label = 'c'; }
    export async function main() { 'use workflow'; return await Promise.all([C, A, B].map((cls) => cls.who())); }`,
  'a step of a static step': `
    class A { static k = 3; static async inner(n: number) { 'use step'; return n * this.k; } static async outer(n: number) { 'use step'; return await this.inner(n + 1); } }
    class B extends A { static override k = 5; }
    export async function main() { 'use workflow'; return [await A.outer(1), await B.outer(1)]; }`,
};
