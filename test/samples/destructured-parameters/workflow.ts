import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//order", undefined, order, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

async function order(...args) { return step$1(...args); }
const pair = /* @__PURE__ */ stepProxy("step//./input//pair", undefined, undefined, undefined, 1);

export async function flow() {
  
  return [await order({ id: 1, items: ['x', 'y'], note: 'n' }), await pair([1, 2]), await pair([1, 2], { c: { d: 5 } })];
}
