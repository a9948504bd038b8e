import { EOL } from 'node:os';

const registered: (() => Promise<string>)[] = [];
const register = (run: () => Promise<string>) => `key${registered.push(run)}`;
const tool = (options: { run: () => Promise<string> }) => (target: any) => void Object.assign(target, options);
const mixin = (options: object) =>
  class {
    static options: any = options;
  };

@tool({
  run: async () => {
    'use step';
    return `decorator ${EOL.length}`;
  },
})
class Decorated {
  declare static run: () => Promise<string>;
}
class Extended extends mixin({
  run: async () => {
    'use step';
    return `heritage ${EOL.length}`;
  },
}) {}
const table = {
  [register(async () => {
    'use step';
    return `computed key ${EOL.length}`;
  })]: 1,
};
class Made {
  constructor(
    readonly run = async () => {
      'use step';
      return `constructor ${EOL.length}`;
    },
  ) {}
}

export async function flow() {
  'use workflow';
  return [await Decorated.run(), await Extended.options.run(), Object.keys(table), await registered[0]!(), await new Made().run()];
}
