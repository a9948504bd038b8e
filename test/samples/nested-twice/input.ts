import { EOL } from 'node:os';

export async function flow(a: number) {
  'use workflow';
  async function outer(b: number) {
    'use step';
    const c = a + b;
    async function inner(d: number) {
      'use step';
      return [a, b, c, d, EOL.length];
    }
    return inner(4);
  }
  return outer(2);
}
