import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//work", work); import { EOL } from 'node:os';

function createTools(tenant: string) {
  return {
    search: async (query: string) => {
      
      return `${tenant} ${query} ${EOL.length}`;
    },
    async remove(query: string) {
      
      return `${tenant} removes ${query} ${EOL.length}`;
    },
    constant: markStep("step//./input//createTools/constant", { constant: async () => {
      
      return EOL.length;
    } }.constant),
  };
}

export async function work(tenant: string) { return calledDirectly("workflow//./input//work"); }
