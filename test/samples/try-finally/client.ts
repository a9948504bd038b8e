import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep("step//./input//reserve", reserve); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class OutOfStock extends Error {
  override name = 'OutOfStock';; static #registered = /* @__PURE__ */ (cls => ((globalThis[Symbol.for("workflow.application-errors")] ??= new Map()).set("class//./input//OutOfStock", cls), cls))(OutOfStock);
}
async function reserve(n: number) {
  
  if (n > 1) throw new OutOfStock(`no ${n}`, { cause: EOL.length });
  return `reserved ${n}`;
}
const release = markStep("step//./input//release", { release: async (n: number) => {
  
  return `released ${n} ${EOL.length}`;
} }.release);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
