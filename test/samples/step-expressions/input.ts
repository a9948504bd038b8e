import { basename } from 'node:path';

const arrow = async (path: string): Promise<string> => {
  'use step';
  return basename(path);
};
const expression = async function (path: string) {
  'use step';
  return basename(path).toUpperCase();
};
const named = async function inner(depth: number): Promise<number> {
  'use step';
  return depth > 0 ? 1 + (await inner(depth - 1)) : 0;
};
let first = async () => { 'use step'; return basename('x/1'); }, second = async () => { 'use step'; return basename('x/2'); };

export const list = async (path: string) => {
  'use workflow';
  return [await arrow(path), await expression(path), await named(3), await first(), await second()];
};
