import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//chat", chat); import { z } from 'zod';
import { format as search } from 'node:util';
import { agent, tool } from './agent';

export const assistant = agent({
  model: 'm',
  tools: {
    search: tool({
      inputSchema: z.object({ query: z.string() }),
      execute: registerStep("step//./input//assistant/tools/search/execute", { execute: async ({ query }) => {
        
        return search(query);
      } }.execute),
    }),
  },
});
export default agent({
  execute: registerStep("step//./input//default/execute", { async execute() {
    
    return search();
  } }.execute),
});

export async function chat() { return calledDirectly("workflow//./input//chat"); }
