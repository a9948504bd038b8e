import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const api = (() => {
  const prefix = 'api';
  const load = stepProxy("step//./input//api/load", () => ({ prefix }), undefined, undefined, 1);
  return { load };
})();

export async function flow() {
  
  return api.load(3);
}
