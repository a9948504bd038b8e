import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//size", undefined, size); registerWorkflow("workflow//./input//flow", flow); 




async function size(...args) { return step$1(...args); }
export async function flow() {
  
  return size();
}
