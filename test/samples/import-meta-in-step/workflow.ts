import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//where", undefined, where); registerWorkflow("workflow//./input//flow", flow); 



async function where(...args) { return step$1(...args); }
export async function flow() {
  
  return where();
}
