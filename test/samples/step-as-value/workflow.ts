import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//refund", undefined, refund, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

const charge = /* @__PURE__ */ stepProxy("step//./input//charge", undefined, undefined, undefined, 1);
async function refund(...args) { return step$1(...args); }

export async function flow(n: number) {
  
  const all = { charge, refund };
  return await Promise.all([1, 2].map(async (m) => (await all.charge(m)) + (await all.refund(n)) + (await retry(charge, m))));
}

async function retry(fn: typeof charge, n: number) {
  return fn(n);
}
