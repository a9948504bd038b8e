import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//even", undefined, even); registerWorkflow("workflow//./input//flow", flow); 

async function even(...args) { return step$1(...args); }
const odd = /* @__PURE__ */ stepProxy("step//./input//odd");

export async function flow() {
  
  return [await even(3), await odd(3)];
}
