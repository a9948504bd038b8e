/** Programs about instances and their members. Each exports the workflow `main`. */
const STORED = `
  import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';`;
const MONEY = `${STORED}
  class Money {
    #cents: number;
    constructor(cents: number) { this.#cents = cents; }
    static [WORKFLOW_SERIALIZE](money: Money) { return money.#cents; }
    static [WORKFLOW_DESERIALIZE](cents: number) { return new this(cents); }
    get cents() { return this.#cents; }
    async plus(cents: number) { 'use step'; return new Money(this.#cents + cents); }
    async text() { 'use step'; return this.constructor.name + this.#cents; }
    static async of(cents: number) { 'use step'; return new this(cents); }
  }`;

export const instances: Record<string, string> = {
  'an instance with a private field': `${MONEY}
    export async function main() { 'use workflow'; const sum = await new Money(5).plus(2); return [sum.cents, sum instanceof Money, await sum.text()]; }`,
  'a static step that gives an instance': `${MONEY}
    export async function main() { 'use workflow'; const money = await Money.of(3); return [money instanceof Money, money.cents]; }`,
  'a static step of a subclass gives an instance of it': `${MONEY}
    class Euro extends Money { static override [WORKFLOW_SERIALIZE](money: Euro) { return money.cents; } static override [WORKFLOW_DESERIALIZE](cents: number) { return new Euro(cents); } sign = 'EUR'; }
    export async function main() { 'use workflow'; const euro = await Euro.of(3); return [euro instanceof Euro, (euro as Euro).sign, await euro.text()]; }`,
  'call() on another instance': `${MONEY}
    export async function main() { 'use workflow'; const a = new Money(1); const b = new Money(2); return [await a.text.call(b), await b.text.apply(a, []), await a.plus.bind(b)(5).then((m) => m.cents)]; }`,
  'instances in arrays, maps and arguments': `${MONEY}
    async function total(list: Money[], more: Map<string, Money>) { 'use step'; return list.reduce((sum, m) => sum + m.cents, 0) + more.get('x')!.cents; }
    export async function main() { 'use workflow'; return await total([new Money(1), new Money(2)], new Map([['x', new Money(4)]])); }`,
  'the same instance twice stays one': `${MONEY}
    async function same(a: Money, b: Money) { 'use step'; return a === b; }
    export async function main() { 'use workflow'; const one = new Money(1); return [await same(one, one), await same(one, new Money(1))]; }`,
  'an arrow step in a method captures this': `${STORED}
    class Box {
      constructor(readonly n: number) {}
      static [WORKFLOW_SERIALIZE](box: Box) { return box.n; }
      static [WORKFLOW_DESERIALIZE](n: number) { return new Box(n); }
      run(add: number) { const step = async (more: number) => { 'use step'; return this.n + add + more; }; return step(100); }
    }
    export async function main() { 'use workflow'; return await new Box(1).run(10); }`,
  'an instance step with super': `${STORED}
    class A {
      constructor(readonly n: number) {}
      static [WORKFLOW_SERIALIZE](a: A) { return a.n; }
      static [WORKFLOW_DESERIALIZE](n: number) { return new this(n); }
      async text() { 'use step'; return 'a' + this.n; }
    }
    class B extends A { static override [WORKFLOW_SERIALIZE](b: B) { return b.n; } static override [WORKFLOW_DESERIALIZE](n: number) { return new B(n); } override async text() { 'use step'; return 'b' + (await super.text()); } }
    export async function main() { 'use workflow'; return [await new A(1).text(), await new B(2).text()]; }`,
  'a getter of an instance that is a step': `${STORED}
    class A { constructor(readonly n: number) {} static [WORKFLOW_SERIALIZE](a: A) { return a.n; } static [WORKFLOW_DESERIALIZE](n: number) { return new A(n); } get later() { 'use step'; return Promise.resolve(this.n * 2); } }
    export async function main() { 'use workflow'; return await new A(4).later; }`,
  'an instance step that needs no instance': `
    class Api { constructor(readonly url: string) {} async ping(n: number) { 'use step'; return n + 1; } }
    export async function main() { 'use workflow'; const api = new Api('x'); return [await api.ping(1), api.url]; }`,
  'a class that only workflows use keeps its identity': `
    class Cart { items: string[] = []; add(item: string) { this.items.push(item); return this; } }
    async function step(text: string) { 'use step'; return text.toUpperCase(); }
    export async function main() { 'use workflow'; const cart = new Cart(); cart.add(await step('a')).add(await step('b')); return [cart.items, cart instanceof Cart]; }`,
  'inheritance of classes that only workflows use': `
    abstract class Shape { abstract area(): number; describe() { return this.constructor.name + this.area(); } }
    class Square extends Shape { constructor(private side: number) { super(); } area() { return this.side ** 2; } }
    async function sideOf(n: number) { 'use step'; return n; }
    export async function main() { 'use workflow'; return new Square(await sideOf(3)).describe(); }`,
  'an error class of the file keeps its name': `
    async function fail() { 'use step'; throw Object.assign(new TypeError('wrong'), { name: 'Odd' }); }
    Object.assign(fail, { maxRetries: 0 });
    export async function main() { 'use workflow'; try { await fail(); } catch (error) { return [(error as Error).name, (error as Error).message]; } }`,
  'Symbol.iterator, toString and toJSON of a class': `
    class List { #items = [1, 2]; *[Symbol.iterator]() { yield* this.#items; } toString() { return 'list'; } toJSON() { return { items: this.#items }; } }
    async function sum(items: number[]) { 'use step'; return items.reduce((a, b) => a + b, 0); }
    export async function main() { 'use workflow'; const list = new List(); return [await sum([...list]), String(list), JSON.stringify(list)]; }`,
  'static and instance members of one name': `
    class A { static async run() { 'use step'; return 'static'; } async run() { 'use step'; return 'instance'; } }
    export async function main() { 'use workflow'; return [await A.run(), await new A().run()]; }`,
  'a step by Object.create of a prototype': `${MONEY}
    export async function main() { 'use workflow'; const { text } = Money.prototype; return await text.call(new Money(9)); }`,
  'a class with steps in an object and an array': `
    const all = { A: class { static k = 'a'; static async go() { 'use step'; return this.k; } }, list: [class { static k = 'l'; static async go() { 'use step'; return this.k; } }] };
    export async function main() { 'use workflow'; return [await all.A.go(), await all.list[0]!.go()]; }`,
};
