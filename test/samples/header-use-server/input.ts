'use server';
import { EOL } from 'node:os';

export async function act(n: number) {
  'use server';
  'use step';
  return n + EOL.length;
}
export async function flow(n: number) {
  'use workflow';
  return act(n);
}
