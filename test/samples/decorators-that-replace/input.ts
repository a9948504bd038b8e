import { EOL } from 'node:os';

const extended = (cls: any): any =>
  class extends cls {
    static extra = 5;
  };
const wrapped = (_target: object, _key: string, descriptor: PropertyDescriptor) => {
  const inner = descriptor.value;
  descriptor.value = async (...args: unknown[]) => ['wrapped', await inner(...args)];
};

@extended
class Jobs {
  @wrapped
  static async run(n: number) {
    'use step';
    return n + EOL.length;
  }
}

export async function flow() {
  'use workflow';
  return [(Jobs as unknown as { extra: number }).extra, await Jobs.run(2)];
}
