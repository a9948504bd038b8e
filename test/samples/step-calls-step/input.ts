import { EOL } from 'node:os';

async function leaf(n: number) {
  'use step';
  return n + EOL.length;
}
async function branch(n: number): Promise<number> {
  'use step';
  return n > 0 ? (await leaf(n)) + (await branch(n - 1)) : 0;
}

export async function tree(n: number) {
  'use workflow';
  const both = await Promise.all([leaf(n), branch(n)]);
  return [...both, await inline(n)];
}

export async function inline(n: number) {
  'use workflow';
  return leaf(n * 10);
}
