import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(base: number) {
  
  const count = stepProxy("step//./input//flow/count", () => ({ base }), undefined, undefined, 1);
  const twice = stepProxy("step//./input//flow/twice", () => ({ base }), undefined, undefined, 1);
  return [await count(2), await twice(1), flow.name];
}
