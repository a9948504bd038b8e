import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 

type Order = { id: number };
const Order = (id: number): Order => ({ id });
interface Price {
  cents: number;
}
class Price {
  static async load(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Price.load", undefined, this.load, undefined, 1); }
}
export { Order, type Price };

export async function flow() {
  
  const order: Order = Order(2);
  return Price.load(order);
}
