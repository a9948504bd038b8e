import { registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//createTools/search", closure); registerClosure("step//./input//createTools/remove", closure$1); registerClosure("step//./input//createTools/constant", closure$2); markWorkflow("workflow//./input//work", work); import { EOL } from 'node:os';

function createTools(tenant: string) {
  return {
    search: markStep("step//./input//createTools/search", { search: async (...args) => closure({ tenant })(...args) }.search, () => ({ tenant })),
    remove: markStep("step//./input//createTools/remove", { async remove(...args) { return closure$1({ tenant }).apply(this, args); } }.remove, () => ({ tenant })),
    constant: markStep("step//./input//createTools/constant", { constant: async (...args) => closure$2()(...args) }.constant),
  };
}

export async function work() { return calledDirectly("workflow//./input//work"); }

function closure({ tenant }) { return { search: async (query: string) => {
      
      return `${tenant} ${query} ${EOL.length}`;
    } }.search; }

function closure$1({ tenant }) { return { async remove(query: string) {
      
      return `${tenant} removes ${query} ${EOL.length}`;
    } }.remove; }

function closure$2() { return { constant: async () => {
      
      return EOL.length;
    } }.constant; }
