import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const cached = <T>(fn: T): T => fn;

export default cached(/* @__PURE__ */ stepProxy("step//./input//default"));

export async function flow() {
  
}
