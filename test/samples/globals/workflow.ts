import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(text: string) {
  
  const step = /* @__PURE__ */ stepProxy("step//./input//flow/step", () => ({ text }));
  return step();
}
