import { EOL } from 'node:os';

export async function flow(base: number) {
  'use workflow';
  const count = async function down(this: void, n: number): Promise<number> {
    'use step';
    return n > 0 ? down(n - 1) : base + EOL.length;
  };
  const twice = async function (n: number): Promise<number> {
    'use step';
    return (await count(n)) * 2 + arguments.length;
  };
  return [await count(2), await twice(1), flow.name];
}
