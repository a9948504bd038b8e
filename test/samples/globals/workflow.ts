import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(text: string) {
  
  const step = stepProxy("step//./input//flow/step", () => ({ text }));
  return step();
}
