import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//chat", chat); import { z } from 'zod';

import { agent, tool } from './agent';

export const assistant = agent({
  model: 'm',
  tools: {
    search: tool({
      inputSchema: z.object({ query: z.string() }),
      execute: /* @__PURE__ */ stepProxy("step//./input//assistant/tools/search/execute", undefined, undefined, undefined, 1),
    }),
  },
});
export default agent({
  execute: /* @__PURE__ */ stepProxy("step//./input//default/execute"),
});

export async function chat() {
  
  return assistant.run();
}
