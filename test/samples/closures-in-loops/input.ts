import { EOL } from 'node:os';

export async function flow() {
  'use workflow';
  const steps: (() => Promise<string>)[] = [];
  for (let i = 0; i < 2; i++) {
    steps.push(async () => {
      'use step';
      return `for ${i} ${EOL.length}`;
    });
  }
  for (const key in { a: 1, b: 2 }) {
    const read = async () => {
      'use step';
      return `in ${key} ${EOL.length}`;
    };
    steps.push(read);
  }
  let n = 2;
  while (n > 0) {
    const left = n--;
    steps.push(async function counted() {
      'use step';
      return `while ${left} ${EOL.length}`;
    });
  }
  do {
    const square = n * n;
    async function declared() {
      'use step';
      return `do ${square} ${EOL.length}`;
    }
    steps.push(declared);
  } while (++n < 2);
  const results: string[] = [];
  for (const step of steps) results.push(await step());
  return results;
}
