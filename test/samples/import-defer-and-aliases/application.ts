import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//read", read); markWorkflow("workflow//./input//flow", flow); import defer * as os from 'node:os';

namespace Rates {
  export const deep = { base: 3 };
}
import Deep = Rates.deep;
export import Again = Rates.deep;

async function read() {
  
  return os.EOL.length + Deep.base;
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
