import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;
const registry = new Map<string, Run>();
registry.set('add', async (n) => {
  'use step';
  return n + EOL.length;
});
registry.set('double', async function double(n) {
  'use step';
  return n * 2 * EOL.length;
});
function register(name: string, run: Run) {
  registry.set(name, run);
}
register('square', async (n) => {
  'use step';
  return n * n * EOL.length;
});

export async function flow(n: number) {
  'use workflow';
  const results: number[] = [];
  for (const run of registry.values()) results.push(await run(n));
  return results;
}
