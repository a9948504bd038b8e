import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(unit: string) {
  
  const label = undefined;
  const step = stepProxy("step//./input//flow/step", () => ({ unit }), undefined, undefined, 1);
  return step(5);
}
