import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//order", order); registerWorkflow("workflow//./input//all", all); 

export async function order() {
  
  const order = stepProxy("step//./input//order/order");
  return order();
}
export const steps = {
  order: /* @__PURE__ */ stepProxy("step//./input//steps/order"),
};
{
  var late = stepProxy("step//./input//late");
}
export async function all() {
  
  return [await order(), await steps.order(), await late()];
}
