import { EOL } from 'node:os';

export async function flow(run = async (n: number) => { 'use step'; return n + EOL.length; }, list = [1]) {
  'use workflow';
  return [await run(1), ...(await Promise.all(list.map(async x => { 'use step'; return x * EOL.length; }))), await late()];

  async function late() {
    'use step';
    return fact(3);
    async function fact(n: number): Promise<number> {
      return arguments.length && n > 1 ? n * (await fact(n - 1)) : EOL.length;
    }
  }
}
export const { fallback = async () => { 'use step'; return EOL.length; } } = {} as Record<string, () => Promise<number>>;
export const fn = async function named(n: number): Promise<number> { 'use step'; return arguments.length + (n > 0 ? named(n - 1) as unknown as number : EOL.length); };
// The file ends with a comment, without a line break: {