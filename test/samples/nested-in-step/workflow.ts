import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//outer", undefined, outer, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

async function outer(...args) { return step$1(...args); }

export async function flow(n: number) {
  
  return outer(n);
}
