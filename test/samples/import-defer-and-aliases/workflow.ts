import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//read", undefined, read); registerWorkflow("workflow//./input//flow", flow); 

namespace Rates {
  export const deep = { base: 3 };
}
import Deep = Rates.deep;
export import Again = Rates.deep;

async function read(...args) { return step$1(...args); }
export async function flow() {
  
  return [await read(), Deep.base, Again.base];
}
