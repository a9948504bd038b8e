import { registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//anonymous", closure); registerClosure("step//./input//inBlock", closure$1); registerClosure("step//./input//inSwitch", closure$2); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const steps: Record<string, () => Promise<string>> = {};
for (const name of ['a', 'b']) {
  steps[name] = markStep("step//./input//anonymous", async (...args) => closure({ name })(...args), () => ({ name }));
}
if (EOL_LENGTH() > 0) {
  markStep("step//./input//inBlock", inBlock); async function inBlock(...args) { return closure$1().apply(this, args); }
  steps['c'] = inBlock;
}
switch (steps.length) {
  default:
    markStep("step//./input//inSwitch", inSwitch); async function inSwitch(...args) { return closure$2().apply(this, args); }
    steps['d'] = inSwitch;
}

function EOL_LENGTH() {
  return 1;
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ name }) { return async () => {
    
    return name + EOL.length;
  }; }

function closure$1() { return async function inBlock() {
    
    return `block ${EOL.length}`;
  }; }

function closure$2() { return async function inSwitch() {
      
      return `switch ${EOL.length}`;
    }; }
