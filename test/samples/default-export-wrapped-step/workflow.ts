import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const cached = <T>(fn: T): T => fn;

export default cached(/* @__PURE__ */ stepProxy("step//./input//default", undefined, undefined, undefined, 1));

export async function flow() {
  
}
