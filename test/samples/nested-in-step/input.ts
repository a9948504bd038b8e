import { EOL } from 'node:os';

async function outer(n: number) {
  'use step';
  const inner = async (m: number) => {
    'use step';
    return n + m + EOL.length;
  };
  return [await inner(1), await inner(2)];
}

export async function flow(n: number) {
  'use workflow';
  return outer(n);
}
