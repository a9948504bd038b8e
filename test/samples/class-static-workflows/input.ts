import { EOL } from 'node:os';

export class Orders {
  static #prefix = 'order';
  static fee = 3;
  static async place(n: number) {
    'use workflow';
    return [await Orders.charge(n), await Orders.quote(n)];
  }
  static quote = async function (this: typeof Orders, n: number) {
    'use workflow';
    return `${this.#prefix} ${await this.charge(n)}`;
  };
  static arrow = async (n: number) => {
    'use workflow';
    return this.#prefix + (await this.charge(n));
  };
  static async named(n: number) {
    'use workflow';
    return [this.name, this.#prefix, await this.charge(n)];
  }
  private static async charge(n: number) {
    'use step';
    return n + this.fee + EOL.length;
  }
}
