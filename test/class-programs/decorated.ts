/** Programs about JavaScript's decorators, `accessor` fields and `using`. Each exports the workflow `main`. */
const LOG = `
  const log: string[] = [];
  const logged = (fn: any, context: any) => {
    log.push('decorated ' + String(context.name) + ' ' + fn.name);
    return async function (this: any, ...args: any[]) { log.push('call ' + String(context.name)); return ['wrapped', await fn.apply(this, args)]; };
  };`;

export const decorated: Record<string, string> = {
  'a decorator of a static step wraps it once': `${LOG}
    class A { @logged static async run(n: number) { 'use step'; return n + 1; } }
    export async function main() { 'use workflow'; return [await A.run(1), log]; }`,
  'two decorators of a static step wrap it in order': `
    const tag = (name: string) => (fn: any) => async function (this: any, ...args: any[]) { return name + (await fn.apply(this, args)); };
    class A { @tag('a') @tag('b') static async run(n: number) { 'use step'; return String(n); } }
    export async function main() { 'use workflow'; return await A.run(1); }`,
  'a decorator of an instance step wraps it once': `${LOG}
    import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';
    class A {
      constructor(public n: number) {}
      static [WORKFLOW_SERIALIZE](a: A) { return a.n; }
      static [WORKFLOW_DESERIALIZE](n: number) { return new A(n); }
      @logged async run(n: number) { 'use step'; return n + this.n; }
    }
    export async function main() { 'use workflow'; return [await new A(5).run(1), log]; }`,
  'a decorator that changes arguments and results': `
    const doubled = (fn: any) => function (this: any, n: number) { return fn.call(this, n * 2).then((result: number) => result + 0.5); };
    class A { @doubled static async run(n: number) { 'use step'; return n; } }
    export async function main() { 'use workflow'; return await A.run(4); }`,
  'a decorator that only registers': `
    const names: string[] = [];
    const register = (_fn: any, { name, kind, static: isStatic }: any) => { names.push(kind + ' ' + String(name) + ' ' + isStatic); };
    class A { @register static async run() { 'use step'; return 1; } @register static async 'other-name'() { 'use step'; return 2; } @register plain() {} }
    export async function main() { 'use workflow'; return [names, await A.run(), await A['other-name']()]; }`,
  'decorators with initialisers': `
    const seen: string[] = [];
    const init = (_fn: any, context: any) => { context.addInitializer(function (this: any) { seen.push(String(context.name) + ' ' + this.name); }); };
    class A { @init static async run() { 'use step'; return 1; } }
    export async function main() { 'use workflow'; return [seen, await A.run()]; }`,
  'a class decorator sees the name of the class': `
    const names: string[] = [];
    const named = (cls: any, context: any) => { names.push(cls.name, String(context.name), context.kind); };
    @named class Jobs { static async run() { 'use step'; return this.name; } }
    export async function main() { 'use workflow'; return [names, await Jobs.run(), Jobs.name]; }`,
  'a class decorator that puts another class in its place': `
    const extended = (cls: any): any => class extends cls { static label = 'extended'; };
    @extended class Jobs { static label = 'plain'; static async run() { 'use step'; return this.label; } }
    export async function main() { 'use workflow'; return [await Jobs.run(), Jobs.label]; }`,
  'a default exported class with a decorator': `
    const names: string[] = [];
    const named = (cls: any, context: any) => { names.push(cls.name, String(context.name)); };
    @named export default class Jobs { static async run() { 'use step'; return 1; } }
    export async function main() { 'use workflow'; return [names, await Jobs.run()]; }`,
  'a decorated class expression sees its name': `
    const names: string[] = [];
    const named = (cls: any, context: any) => { names.push(cls.name, String(context.name)); };
    const Jobs = @named class { static async run() { 'use step'; return 1; } };
    export async function main() { 'use workflow'; return [names, await Jobs.run(), Jobs.name]; }`,
  'decorators of fields and accessors': `
    const twice = () => (n: number) => n * 2;
    const logged = ({ get, set }: any) => ({ get(this: any) { return get.call(this) + 1; }, set });
    class A { @twice static n = 4; @logged static accessor m = 5; @twice p = 6; accessor q = 7; }
    async function step(...values: number[]) { 'use step'; return values; }
    export async function main() { 'use workflow'; const a = new A(); a.q += 1; A.m = 9; return await step(A.n, A.m, a.p, a.q); }`,
  'decorators of private members': `${LOG}
    class A { @logged static async #run(n: number) { return n; } static go() { return A.#run(3); } }
    async function step(n: number) { 'use step'; return n; }
    export async function main() { 'use workflow'; return [await A.go(), log, await step(1)]; }`,
  'a decorator in a module of its own': `
    import { traced, trace } from './traced.ts';
    class A { @traced static async run(n: number) { 'use step'; return n; } @traced static async other() { 'use step'; return 2; } }
    export async function main() { 'use workflow'; return [await A.run(1), await A.other(), trace]; }`,
  'a decorator with the name of a class in another file': `
    import { traced as A$1, trace } from './traced-too.ts';
    class A { @A$1 static async run(n: number) { 'use step'; return n; } }
    class B extends A { @A$1 static override async run(n: number) { 'use step'; return n * 2; } }
    export async function main() { 'use workflow'; return [await A.run(1), await B.run(2), trace, A.name, B.name]; }`,
  'options of a decorated step': `
    const wrapped = (fn: any) => function (this: any, ...args: any[]) { return fn.apply(this, args); };
    class A { @wrapped static async fail() { 'use step'; throw new Error('no'); } }
    Object.assign(A.fail, { maxRetries: 0 });
    export async function main() { 'use workflow'; return await A.fail().catch((error: Error) => error.message); }`,
  'using in a workflow': `
    const closed: string[] = [];
    const open = (name: string) => ({ name, [Symbol.dispose]() { closed.push(name); } });
    async function step(text: string) { 'use step'; return text; }
    export async function main() {
      'use workflow';
      { using a = open('a'); using b = open('b'); closed.push(await step(a.name + b.name)); }
      return closed;
    }`,
  'await using in a workflow, around steps': `
    const closed: string[] = [];
    async function close(name: string) { 'use step'; return name + ' closed'; }
    const open = (name: string) => ({ name, async [Symbol.asyncDispose]() { closed.push(await close(name)); } });
    export async function main() { 'use workflow'; for (const name of ['a', 'b']) { await using handle = open(name); closed.push(handle.name); } return closed; }`,
  'using in a step, and an error in it': `
    async function work() {
      'use step';
      const closed: string[] = [];
      try { using a = { [Symbol.dispose]() { closed.push('a'); } }; using b = { [Symbol.dispose]() { throw new Error('close'); } }; throw new Error('body ' + typeof a + typeof b); }
      catch (error) { return [closed, (error as Error).name, (error as any).error?.message, (error as any).suppressed?.message]; }
    }
    export async function main() { 'use workflow'; return await work(); }`,
  'DisposableStack and AsyncDisposableStack': `
    const closed: string[] = [];
    async function step(text: string) { 'use step'; return text; }
    export async function main() {
      'use workflow';
      { using stack = new DisposableStack(); stack.defer(() => void closed.push('deferred')); stack.adopt('adopted', (value) => void closed.push(value)); await step('x'); }
      { await using stack = new AsyncDisposableStack(); stack.defer(async () => void closed.push(await step('async'))); }
      return closed;
    }`,
  'a class with Symbol.dispose that a workflow uses': `
    const closed: string[] = [];
    class Lock { constructor(readonly name: string) {} [Symbol.dispose]() { closed.push(this.name); } }
    async function step(text: string) { 'use step'; return text; }
    export async function main() { 'use workflow'; { using lock = new Lock('l'); await step(lock.name); } return [closed, typeof Symbol.dispose, typeof Symbol.asyncDispose]; }`,
  'errors of using in a workflow': `
    async function step(text: string) { 'use step'; return text; }
    export async function main() {
      'use workflow';
      try { using a = { [Symbol.dispose]() { throw new Error('close'); } }; await step(typeof a); throw new Error('body'); }
      catch (error) { return [(error as Error).name, error instanceof SuppressedError, (error as SuppressedError).error.message, (error as SuppressedError).suppressed.message]; }
    }`,
};
