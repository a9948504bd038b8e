import { EOL } from 'node:os';

async function step(n: number) {
  'use step';
  return n * EOL.length;
}
export async function flow(n: number): Promise<number> {
  'use workflow';
  return n > 0 ? (await step(n)) + (await flow(n - 1)) : 0;
}
export const even = async (n: number): Promise<boolean> => {
  'use workflow';
  return n === 0 ? true : odd(n - 1);
};
export const odd = async (n: number): Promise<boolean> => {
  'use workflow';
  return n === 0 ? false : even(n - 1);
};
