import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(base: number) {
  
  const factorial = undefined;
  const named = undefined;
  
  const step = stepProxy("step//./input//flow/step", () => ({ base, late }));
  const late = 'declared later';
  return step();
}
