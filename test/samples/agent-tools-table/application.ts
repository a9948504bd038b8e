import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//agent", agent); import { EOL } from 'node:os';

type Tool = { description: string; execute(input: { n: number }): Promise<number> };

/** A table of tools as agents take it. */
export const tools = {
  add: {
    description: 'adds',
    execute: registerStep("step//./input//tools/add/execute", { execute: async ({ n }) => {
      
      return n + EOL.length;
    } }.execute),
  },
  double: {
    description: 'doubles',
    execute: registerStep("step//./input//tools/double/execute", { async execute({ n }) {
      
      return n * 2 * EOL.length;
    } }.execute),
  },
} as const satisfies Record<string, Tool>;

export async function agent() { return calledDirectly("workflow//./input//agent"); }
