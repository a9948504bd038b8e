import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const steps: Record<string, () => Promise<string>> = {};
for (const name of ['a', 'b']) {
  steps[name] = markStep("step//./input//anonymous", async () => {
    
    return name + EOL.length;
  }, () => ({ name }));
}
if (EOL_LENGTH() > 0) {
  markStep("step//./input//inBlock", inBlock); async function inBlock() {
    
    return `block ${EOL.length}`;
  }
  steps['c'] = inBlock;
}
switch (steps.length) {
  default:
    markStep("step//./input//inSwitch", inSwitch); async function inSwitch() {
      
      return `switch ${EOL.length}`;
    }
    steps['d'] = inSwitch;
}

function EOL_LENGTH() {
  return 1;
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
