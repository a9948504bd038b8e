import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//step", step); import { EOL } from 'node:os';

async function step() {
  
  return EOL.length;
}
export const flow = Object.assign(
  markWorkflow("workflow//./input//flow/inner", async function inner() { return calledDirectly("workflow//./input//flow/inner"); }),
  { label: 'labelled' },
);
