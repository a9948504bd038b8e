import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//hash", undefined, hash, undefined, 1); registerWorkflow("workflow//./input//flow", flow); async function hash(...args) { return step$1(...args); }
export async function flow(text: string) {
  
  const nested = stepProxy("step//./input//flow/nested", () => ({ text }));
  return [await hash(text), await nested()];
}
