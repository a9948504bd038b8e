import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); /* @__PURE__ */ stepProxy("step//./input//anonymous");

export async function flow() {
  
  const step$1 = stepProxy("step//./input//flow/declared", undefined, declared); stepProxy("step//./input//flow/anonymous");
  async function declared(...args) { return step$1(...args); }
  return declared();
}
