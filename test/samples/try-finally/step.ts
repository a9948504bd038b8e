import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//reserve", reserve); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/describe", closure); import { EOL } from 'node:os';

class OutOfStock extends Error {
  override name = 'OutOfStock';; static #registered = /* @__PURE__ */ (cls => ((globalThis[Symbol.for("workflow.step-errors")] ??= new Map()).set("class//./input//OutOfStock", cls), cls))(OutOfStock);
}
async function reserve(n: number) {
  
  if (n > 1) throw new OutOfStock(`no ${n}`, { cause: EOL.length });
  return `reserved ${n}`;
}
const release = step$1("step//./input//release", { release: async (n: number) => {
  
  return `released ${n} ${EOL.length}`;
} }.release);

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ error }) { return { describe: async () => {
      
      return `${(error as Error).name}: ${(error as Error).message} ${EOL.length}`;
    } }.describe; }
