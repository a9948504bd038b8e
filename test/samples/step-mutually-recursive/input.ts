import { EOL } from 'node:os';

async function even(n: number): Promise<boolean> {
  'use step';
  return n === 0 ? EOL.length > 0 : odd(n - 1);
}
const odd = async (n: number): Promise<boolean> => {
  'use step';
  return n === 0 ? false : even(n - 1);
};

export async function flow() {
  'use workflow';
  return [await even(3), await odd(3)];
}
