import { EOL } from 'node:os';

type Constructor = new (...args: any[]) => object;
const named = <T extends Constructor>(cls: T) =>
  class extends cls {
    label = 'named';
  };
const Store = named(
  class Inner {
    static async load() {
      'use step';
      return `loaded ${EOL.length}`;
    }
  },
);

export async function flow() {
  'use workflow';
  return [new Store().label, await (Store as unknown as { load(): Promise<string> }).load()];
}
