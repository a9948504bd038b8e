import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Order = { id: number };
const Order = (id: number): Order => ({ id });
interface Price {
  cents: number;
}
class Price {
  static async load(order: Order) {
    
    return { cents: order.id * 100 + EOL.length };
  } static { registerStep("step//./input//Price.load", this.load); }
}
export { Order, type Price };

export async function flow() { return calledDirectly("workflow//./input//flow"); }
