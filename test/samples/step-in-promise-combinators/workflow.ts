import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const double = /* @__PURE__ */ stepProxy("step//./input//double", undefined, undefined, undefined, 1);

export async function flow() {
  
  const settled = await Promise.allSettled([double(1), double(-1)]);
  return [
    await Promise.all([1, 2].map(double)),
    settled.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
    await Promise.any([double(-1), double(5)]),
    await double(-2).catch((error: unknown) => error instanceof RangeError),
    await Promise.race([double(7)]),
  ];
}
