import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(tenant: string) {
  
  const step$1 = stepProxy("step//./input//flow/two", () => ({ options, tenant }), two); const options = { size: 2, deep: { list: [1, 2] } };
  const one = stepProxy("step//./input//flow/one", () => ({ options, tenant }));
  async function two(...args) { return step$1(...args); }
  return [await one(), await one('given', { ...options, size: 3 }), await two()];
}
