import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(base: number) {
  
  const one = stepProxy("step//./input//flow/one", () => ({ base }), undefined, undefined, 1);
  const twice = async (n: number) => (await one(n)) * 2;
  const outer = stepProxy("step//./input//flow/outer", () => ({ base }), undefined, undefined, 1);
  return [await outer(1), await twice(2)];
}
