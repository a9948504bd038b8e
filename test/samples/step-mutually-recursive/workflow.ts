import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//even", undefined, even, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

async function even(...args) { return step$1(...args); }
const odd = /* @__PURE__ */ stepProxy("step//./input//odd", undefined, undefined, undefined, 1);

export async function flow() {
  
  return [await even(3), await odd(3)];
}
