'use workflow';
import { EOL } from 'node:os';

async function step(n: number) {
  'use step';
  return n + EOL.length;
}
export const child = async (n: number) => step(n * 2);
