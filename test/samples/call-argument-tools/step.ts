import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//chat", chat); import { z } from 'zod';
import { format as search } from 'node:util';
import { agent, tool } from './agent';

export const assistant = agent({
  model: 'm',
  tools: {
    search: tool({
      inputSchema: z.object({ query: z.string() }),
      execute: step$1("step//./input//assistant/tools/search/execute", { execute: async ({ query }) => {
        
        return search(query);
      } }.execute),
    }),
  },
});
export default agent({
  execute: step$1("step//./input//default/execute", { async execute() {
    
    return search();
  } }.execute),
});

export async function chat() { return calledDirectly("workflow//./input//chat"); }
