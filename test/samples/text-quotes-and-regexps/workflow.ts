import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//check", undefined, check, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 





async function check(...args) { return step$1(...args); }
export async function flow() {
  
  return check("'use step'");
}
