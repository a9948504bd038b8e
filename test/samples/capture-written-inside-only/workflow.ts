import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(n: number) {
  
  const total = { sum: n };
  const step = stepProxy("step//./input//flow/step", () => ({ total }), undefined, undefined, 1);
  return [await step(3), total.sum];
}
