import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//add", undefined, add, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

async function \u0061dd(...args) { return step$1(...args); }
const b\u{65}fore = /* @__PURE__ */ stepProxy("step//./input//before");
export async function flow() {
  
  const value = 1, nested = stepProxy("step//./input//flow/nested", () => ({ value }));
  return [await add(1), await before(), await nested()];
}
