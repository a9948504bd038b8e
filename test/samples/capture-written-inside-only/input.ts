import { EOL } from 'node:os';

export async function flow(n: number) {
  'use workflow';
  const total = { sum: n };
  const step = async (n: number) => {
    'use step';
    let sum = total.sum;
    for (let i = 0; i < n; i++) sum += i;
    const add = () => ++sum;
    add();
    return sum + EOL.length;
  };
  return [await step(3), total.sum];
}
