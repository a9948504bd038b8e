import { EOL } from 'node:os';

function* range(n: number) {
  for (let i = 0; i < n; i++) yield i;
}
const step = async (n: number) => {
  'use step';
  const all: number[] = [];
  for (const i of range(n)) all.push(i + EOL.length);
  return all;
};

export async function flow() {
  'use workflow';
  const results: number[][] = [];
  for (const n of range(3)) results.push(await step(n));
  function* inner() {
    yield step(1);
  }
  return [results, await Promise.all(inner())];
}
