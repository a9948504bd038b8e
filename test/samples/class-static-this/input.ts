import { EOL } from 'node:os';
import { Shared } from './inherited-class';

class Base {
  static label = 'base';
  static async run(n: number) {
    'use step';
    return `${this.label} ${n} ${EOL.length}`;
  }
  static field = async function (this: typeof Base) {
    'use step';
    return `${this.label} ${EOL.length}`;
  };
  static get got() {
    'use step';
    return this.label + EOL.length;
  }
}
class Derived extends Base {
  static override label = 'derived';
  static override async run(n: number) {
    'use step';
    return `over ${await super.run(n)}`;
  }
}
class Twice extends Derived {
  static override label = 'twice';
}
class OfShared extends Shared {
  static override label = 'of shared';
}

export async function flow() {
  'use workflow';
  const calls = [Base, Derived, Twice].map(async (cls) => [await cls.run(1), await cls.field(), await cls.got]);
  return [
    ...(await Promise.all(calls)),
    await OfShared.describe(),
    await Base.run.call(Twice, 2),
    await Base.run.apply(Derived, [3]),
    await Base.run.bind(Twice)(4),
    await Base.run.call({ label: 'object' } as unknown as typeof Base, 5),
  ];
}
