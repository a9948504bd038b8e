import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//checkout", checkout); const step$1 = /* @__PURE__ */ stepProxy("step//./input//charge", undefined, charge, undefined, 1); 

/** Charges an order. */
export async function checkout(orderId: string): Promise<string> {
  
  const first = await charge(orderId, 2);
  return `${first}/${await charge(first)}`;
}

async function charge(...args) { return step$1(...args); }
