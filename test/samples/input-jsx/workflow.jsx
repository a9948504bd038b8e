import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const render = /* @__PURE__ */ stepProxy("step//./input//render", undefined, undefined, undefined, 1);
export async function flow() {
  
  return render('a');
}
