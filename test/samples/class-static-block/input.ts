import { EOL } from 'node:os';

class Jobs {
  static names: string[] = [];
  static {
    this.names.push('first');
  }
  static async list() {
    'use step';
    return [...Jobs.names, EOL.length];
  }
  static {
    const add = async (n: number) => {
      'use step';
      return n + EOL.length;
    };
    this.add = add;
  }
  declare static add: (n: number) => Promise<number>;
}

export async function flow() {
  'use workflow';
  return [await Jobs.list(), await Jobs.add(1)];
}
