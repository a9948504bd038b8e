import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//checkout", checkout); registerStep("step//./input//charge", charge); import { createHash } from 'node:crypto';

/** Charges an order. */
export async function checkout() { return calledDirectly("workflow//./input//checkout"); }

async function charge(orderId: string, times = 1): Promise<string> {
  
  return createHash('sha256').update(orderId.repeat(times)).digest('hex').slice(0, 8);
}
