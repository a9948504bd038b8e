import { EOL } from 'node:os';

type Tool = { description: string; execute(input: { n: number }): Promise<number> };

/** A table of tools as agents take it. */
export const tools = {
  add: {
    description: 'adds',
    execute: async ({ n }) => {
      'use step';
      return n + EOL.length;
    },
  },
  double: {
    description: 'doubles',
    async execute({ n }) {
      'use step';
      return n * 2 * EOL.length;
    },
  },
} as const satisfies Record<string, Tool>;

export async function agent(names: (keyof typeof tools)[], n: number) {
  'use workflow';
  const results: unknown[] = [];
  for (const name of names) results.push(tools[name].description, await tools[name].execute({ n }));
  return results;
}
