import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 







const emit = /* @__PURE__ */ stepProxy("step//./input//emit", undefined, undefined, undefined, 1);

export async function flow() {
  
  return emit('x');
}
