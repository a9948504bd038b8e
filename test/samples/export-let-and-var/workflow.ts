import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export let first = /* @__PURE__ */ stepProxy("step//./input//first"),
  count = 0;
export var second = /* @__PURE__ */ stepProxy("step//./input//second");
export const bump = () => ++count;

export async function flow() {
  
  bump();
  return [await first(), await second(), count];
}
