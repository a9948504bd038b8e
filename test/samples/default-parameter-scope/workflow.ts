import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); const step$1 = /* @__PURE__ */ stepProxy("step//./input//three", undefined, three); 



/** Defaults of parameters do not see what the body declares. */
export async function flow(text: string) {
  
  const one = stepProxy("step//./input//flow/one", () => ({ text }));
  const two = stepProxy("step//./input//flow/two", () => ({ text }));
  return [await one(), await two(), await three()];
}
async function three(...args) { return step$1(...args); }
