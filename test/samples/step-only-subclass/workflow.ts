import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 







const emit = /* @__PURE__ */ stepProxy("step//./input//emit");

export async function flow() {
  
  return emit('x');
}
