import { EOL } from 'node:os';

const Store = class Inner {
  static async load() {
    'use step';
    return EOL.length;
  }
};
const register = <T>(cls: T): T => cls;
const Wrapped = register(
  class Named {
    static async load() {
      'use step';
      return EOL.length + 1;
    }
  },
);

export async function load() {
  'use workflow';
  return [await Store.load(), await Wrapped.load()];
}
