import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const host = /* @__PURE__ */ stepProxy("step//./input//host");

export default async function flow() {
  
  return host();
}
