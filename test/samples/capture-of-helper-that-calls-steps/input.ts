import { EOL } from 'node:os';

export async function flow(base: number) {
  'use workflow';
  const one = async (n: number) => {
    'use step';
    return n + base + EOL.length;
  };
  const twice = async (n: number) => (await one(n)) * 2;
  const outer = async (n: number) => {
    'use step';
    return twice(n);
  };
  return [await outer(1), await twice(2)];
}
