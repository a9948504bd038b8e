import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//checkout", checkout); step$1("step//./input//charge", charge); import { createHash } from 'node:crypto';

/** Charges an order. */
export async function checkout() { return calledDirectly("workflow//./input//checkout"); }

async function charge(orderId: string, times = 1): Promise<string> {
  
  return createHash('sha256').update(orderId.repeat(times)).digest('hex').slice(0, 8);
}
