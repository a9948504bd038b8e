import { EOL } from 'node:os';

export async function flow(base: number) {
  'use workflow';
  const factor = base + 1;
  function twice(n: number): number {
    return plus(n) * 2;
  }
  const plus = (n: number) => n + factor;
  async function first(n: number): Promise<number> {
    'use step';
    return twice(n) + EOL.length + (n > 0 ? await second(n - 1) : 0);
  }
  const second = async (n: number): Promise<number> => {
    'use step';
    return plus(n) + (n > 0 ? await first(n - 1) : 0);
  };
  const countdown = async (n: number): Promise<number> => {
    'use step';
    return n > 0 ? countdown(n - 1) : base + EOL.length;
  };
  return [await first(3), await second(2), await countdown(2)];
}
