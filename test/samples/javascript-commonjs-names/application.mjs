import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerStep("step//./input//step", step); import { EOL } from 'node:os';

/** `module` and `exports` are only names here. */
export async function flow() { return calledDirectly("workflow//./input//flow"); }

async function step(exports) {
  
  return [exports.value, EOL.length];
}
