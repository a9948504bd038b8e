import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;

async function declared(n: number): Promise<number> {
  'use step';
  return n + EOL.length;
}
const arrow = async (n: number): Promise<number> => {
  'use step';
  return n * 10 * EOL.length;
};
const tools = {
  async method(n: number) {
    'use step';
    return -n * EOL.length;
  },
};
class Jobs {
  static async run(n: number): Promise<number> {
    'use step';
    return n * 100 * EOL.length;
  }
}

/** Gets functions as values, calls them, and gives one back. */
async function callAll(runs: Run[], n: number) {
  'use step';
  const results = [];
  for (const run of runs) results.push(await run(n));
  return { results, arrow };
}

export async function flow(n: number) {
  'use workflow';
  async function nested(m: number): Promise<number> {
    'use step';
    return n + m + EOL.length;
  }
  const nestedArrow = async (m: number): Promise<number> => {
    'use step';
    return n - m + EOL.length;
  };
  const all = [declared, arrow, tools.method, Jobs.run, nested, nestedArrow];
  const { results, arrow: again } = await callAll(all, n);
  return [...results, await again(n)];
}
