import { EOL } from 'node:os';

abstract class Base {
  static label = 'base';
  static async run(n: number) {
    'use step';
    return `${this.label} ${n} ${EOL.length}`;
  }
  abstract name(): string;
}
class Derived extends Base {
  static async more(n: number) {
    'use step';
    return `more ${n} ${EOL.length}`;
  }
  override name() {
    return 'derived';
  }
}

export async function flow() {
  'use workflow';
  return [await Base.run(1), await Derived.more(2), new Derived().name()];
}
