import { EOL } from 'node:os';

export async function flow() {
  'use workflow';
  const results: unknown[] = [];
  for (
    let i = 0,
      step = async (n: number) => {
        'use step';
        return n + i + EOL.length;
      };
    i < 2;
    i++
  )
    results.push(await step(i));
  for await (const step of [async () => { 'use step'; return EOL.length; }]) results.push(await step());
  for (using resource of [{ size: 2, [Symbol.dispose]() {} }]) {
    const { size } = resource;
    const read = async () => {
      'use step';
      return size + EOL.length;
    };
    results.push(await read());
  }
  try {
    throw {};
  } catch ({ run = async () => { 'use step'; return 'caught'; } }: any) {
    results.push(await run());
  }
  return results;
}
