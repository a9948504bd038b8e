'use server';
import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//act", undefined, act, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

export async function act(...args) { return step$1(...args); }
export async function flow(n: number) {
  
  return act(n);
}
