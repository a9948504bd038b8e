import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//leaf", undefined, leaf, undefined, 1); const step$2 = /* @__PURE__ */ stepProxy("step//./input//branch", undefined, branch, undefined, 1); registerWorkflow("workflow//./input//tree", tree); registerWorkflow("workflow//./input//inline", inline); 

async function leaf(...args) { return step$1(...args); }
async function branch(...args) { return step$2(...args); }

export async function tree(n: number) {
  
  const both = await Promise.all([leaf(n), branch(n)]);
  return [...both, await inline(n)];
}

export async function inline(n: number) {
  
  return leaf(n * 10);
}
