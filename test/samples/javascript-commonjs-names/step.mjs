import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); step$1("step//./input//step", step); import { EOL } from 'node:os';

/** `module` and `exports` are only names here. */
export async function flow() { return calledDirectly("workflow//./input//flow"); }

async function step(exports) {
  
  return [exports.value, EOL.length];
}
