import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//agent", agent); 

type Tool = { description: string; execute(input: { n: number }): Promise<number> };

/** A table of tools as agents take it. */
export const tools = {
  add: {
    description: 'adds',
    execute: /* @__PURE__ */ stepProxy("step//./input//tools/add/execute", undefined, undefined, undefined, 1),
  },
  double: {
    description: 'doubles',
    execute: /* @__PURE__ */ stepProxy("step//./input//tools/double/execute", undefined, undefined, undefined, 1),
  },
} as const satisfies Record<string, Tool>;

export async function agent(names: (keyof typeof tools)[], n: number) {
  
  const results: unknown[] = [];
  for (const name of names) results.push(tools[name].description, await tools[name].execute({ n }));
  return results;
}
