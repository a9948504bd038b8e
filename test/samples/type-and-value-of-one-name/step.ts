import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Order = { id: number };
const Order = (id: number): Order => ({ id });
interface Price {
  cents: number;
}
class Price {
  static async load(order: Order) {
    
    return { cents: order.id * 100 + EOL.length };
  } static { step$1("step//./input//Price.load", this.load); }
}
export { Order, type Price };

export async function flow() { return calledDirectly("workflow//./input//flow"); }
