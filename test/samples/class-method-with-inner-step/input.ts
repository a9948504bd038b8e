import { EOL } from 'node:os';

/** A local class is copied with nothing; its methods make steps that capture their arguments. */
export async function flow(base: number) {
  'use workflow';
  class Maker {
    make(n: number) {
      return async () => {
        'use step';
        return base + n + EOL.length;
      };
    }
  }
  const maker = new Maker();
  return [await maker.make(1)(), await maker.make(2)()];
}
