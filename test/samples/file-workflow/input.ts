"use workflow";
import { EOL } from 'node:os';

export async function first(n: number): Promise<number> {
  return second(n) + (await step(n));
}
export const arrow = async (n: number) => second(n);
export const object = async () => ({ a: 1 });

function second(n: number): number {
  return n * 2;
}
async function step(n: number) {
  'use step';
  return n + EOL.length;
}
