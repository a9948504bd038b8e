import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//hoisted", undefined, hoisted); registerWorkflow("workflow//./input//flow", flow); 

export const early = /* @__PURE__ */ (() => ([typeof hoisted, typeof late]))();
var late = /* @__PURE__ */ stepProxy("step//./input//late");
async function hoisted(...args) { return step$1(...args); }

export async function flow() {
  
  const step$2 = stepProxy("step//./input//flow/nested", undefined, nested); const kinds = [typeof nested, typeof inner];
  var inner = stepProxy("step//./input//flow/inner");
  async function nested(...args) { return step$2(...args); }
  return [early, kinds, await late(), await hoisted(), await nested(), await inner()];
}
