import { EOL } from 'node:os';

export const box = {
  size: 2,
  get total(): Promise<number> {
    'use step';
    return Promise.resolve(EOL.length);
  },
  get 'twice-size'(): Promise<number> {
    'use step';
    return Promise.resolve(this.size * EOL.length * 2);
  },
};
class Shop {
  static rate = 3;
  static get price(): Promise<number> {
    'use step';
    return Promise.resolve(this.rate + EOL.length);
  }
  get name(): Promise<string> {
    'use step';
    return Promise.resolve(`shop ${EOL.length}`);
  }
}

export async function flow(n: number) {
  'use workflow';
  const nested = {
    get value(): Promise<number> {
      'use step';
      return Promise.resolve(n + EOL.length);
    },
  };
  const { size } = box;
  return [size, await box.total, await Shop.price, await new Shop().name, await nested.value];
}
