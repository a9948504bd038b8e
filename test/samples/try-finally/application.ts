import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; registerStep("step//./input//reserve", reserve); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/describe", closure); import { EOL } from 'node:os';

class OutOfStock extends Error {
  override name = 'OutOfStock';; static #registered = /* @__PURE__ */ (cls => ((globalThis[Symbol.for("workflow.application-errors")] ??= new Map()).set("class//./input//OutOfStock", cls), cls))(OutOfStock);
}
async function reserve(n: number) {
  
  if (n > 1) throw new OutOfStock(`no ${n}`, { cause: EOL.length });
  return `reserved ${n}`;
}
const release = registerStep("step//./input//release", { release: async (n: number) => {
  
  return `released ${n} ${EOL.length}`;
} }.release);

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ error }) { return { describe: async () => {
      
      return `${(error as Error).name}: ${(error as Error).message} ${EOL.length}`;
    } }.describe; }
