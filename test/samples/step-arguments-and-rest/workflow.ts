import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//sum", undefined, sum, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

async function sum(...args) { return step$1(...args); }
const named = /* @__PURE__ */ stepProxy("step//./input//named");

export async function flow() {
  
  const list = [2, 3];
  return [await sum(1), await sum(1, ...list), await (named as (...args: number[]) => Promise<unknown>)(...list), await sum(...(list as [number]), 4)];
}
