import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;
const registry = new Map<string, Run>();
const list: Run[] = [];
function register(name: string, run: Run) {
  add(name, run);
  return () => registry.delete(name);
}
function add(name: string, run: Run) {
  if (registry.has(name)) register(`${name}2`, run);
  else registry.set(name, run);
}

/** Nobody uses these variables, but what they were made by. */
const remove = register('add', async (n) => {
  'use step';
  return n + EOL.length;
});
const same = registry.set('double', async (n) => {
  'use step';
  return n * 2 * EOL.length;
});
export const size = list.push(async (n) => {
  'use step';
  return n * n * EOL.length;
});
const onlySteps = [EOL].map(async (text) => {
  'use step';
  return text;
});

async function last() {
  'use step';
  return [typeof remove, typeof same, onlySteps.length];
}
export async function flow(n: number) {
  'use workflow';
  const results: unknown[] = [];
  for (const run of [...registry.values(), ...list]) results.push(await run(n));
  return [...results, await last()];
}
