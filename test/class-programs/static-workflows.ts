/** Programs whose workflow is a static method or field: `Main.main`. */
export const staticWorkflows: Record<string, string> = {
  'a static method': `
    export class Main { static async main() { 'use workflow'; return await Main.step(1); } static async step(n: number) { 'use step'; return n + 1; } }`,
  'a static method that uses its class as this': `
    export class Main { static fee = 2; static async main() { 'use workflow'; return [this.name, this.fee, await this.step(1)]; } static async step(n: number) { 'use step'; return n + this.fee; } }`,
  'a static method with a private field': `
    export class Main { static #fee = 3; static async main() { 'use workflow'; return await Main.step(this.#fee); } static async step(n: number) { 'use step'; return n; } }`,
  'a static field with a function': `
    export class Main { static fee = 4; static main = async function (this: typeof Main) { 'use workflow'; return await this.step(this.fee); }; static async step(n: number) { 'use step'; return n; } }`,
  'a static field with an arrow': `
    export class Main { static fee = 5; static main = async () => { 'use workflow'; return await this.step(this.fee); }; static async step(n: number) { 'use step'; return n; } }`,
  'a class expression': `
    export const Main = class { static fee = 6; static async main() { 'use workflow'; return await this.step(this.fee); } static async step(n: number) { 'use step'; return n; } };`,
  'static workflows that call each other': `
    export class Main { static async main() { 'use workflow'; return [await this.other(1), await Main.other(2)]; } static async other(n: number) { 'use workflow'; return await this.step(n); } static async step(n: number) { 'use step'; return n * 10; } }`,
  'nested steps in a static workflow': `
    export class Main { static fee = 7; static async main() { 'use workflow'; const base = 1; const add = async (n: number) => { 'use step'; return n + base; }; return [await add(this.fee), await add(2)]; } }`,
  'classes that nothing else names': `
    class Base { static async who() { 'use step'; return this.name; } }
    export class Card extends Base {}
    export class Main extends Card { static async main() { 'use workflow'; return [this.name, await this.who(), await Base.who.call(Card)]; } }`,
  'a class expression that nothing names': `
    export const Main = class { static async main() { 'use workflow'; return [this.name, await this.step()]; } static async step() { 'use step'; return this.name; } };`,
  'super in a static workflow': `
    class Base { static async step(n: number) { 'use step'; return n + 1; } static help(n: number) { return n * 2; } }
    export class Main extends Base { static async main() { 'use workflow'; return [super.help(4), await super.step(1), await Main.step(5)]; } }`,
  'a static block beside a static workflow': `
    const seen: string[] = [];
    export class Main { static { seen.push('block'); } static async main() { 'use workflow'; return [seen, await Main.step()]; } static async step() { 'use step'; return 1; } }`,
};
