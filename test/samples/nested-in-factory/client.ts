import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//work", work); import { EOL } from 'node:os';

function createTools(tenant: string) {
  return {
    search: markStep("step//./input//createTools/search", { search: async (query: string) => {
      
      return `${tenant} ${query} ${EOL.length}`;
    } }.search, () => ({ tenant })),
    remove: markStep("step//./input//createTools/remove", { async remove(query: string) {
      
      return `${tenant} removes ${query} ${EOL.length}`;
    } }.remove, () => ({ tenant })),
    constant: markStep("step//./input//createTools/constant", { constant: async () => {
      
      return EOL.length;
    } }.constant),
  };
}

export async function work() { return calledDirectly("workflow//./input//work"); }
