import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(a: number) {
  
  const step$1 = stepProxy("step//./input//flow/outer", () => ({ a }), outer, undefined, 1); async function outer(...args) { return step$1(...args); }
  return outer(2);
}
