import { EOL } from 'node:os';

async function sum(first: number, ...rest: number[]) {
  'use step';
  return [arguments.length, first, rest, EOL.length];
}
const named = async function (this: unknown) {
  'use step';
  return [...arguments, new.target === undefined, EOL.length];
};

export async function flow() {
  'use workflow';
  const list = [2, 3];
  return [await sum(1), await sum(1, ...list), await (named as (...args: number[]) => Promise<unknown>)(...list), await sum(...(list as [number]), 4)];
}
