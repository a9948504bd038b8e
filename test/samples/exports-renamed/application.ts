import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//step", step); markWorkflow("workflow//./input//flow", flow); import { sep } from 'node:path';

async function step() {
  
  return sep.length;
}
async function flow() { return calledDirectly("workflow//./input//flow"); }
export { flow as order, step as 'a step', flow };
