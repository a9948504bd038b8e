import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const steps: Record<string, () => Promise<string>> = {};
for (const name of ['a', 'b']) {
  steps[name] = stepProxy("step//./input//anonymous", () => ({ name }));
}
if (EOL_LENGTH() > 0) {
  const step$1 = stepProxy("step//./input//inBlock", undefined, inBlock); async function inBlock(...args) { return step$1(...args); }
  steps['c'] = inBlock;
}
switch (steps.length) {
  default:
    const step$2 = stepProxy("step//./input//inSwitch", undefined, inSwitch); async function inSwitch(...args) { return step$2(...args); }
    steps['d'] = inSwitch;
}

function EOL_LENGTH() {
  return 1;
}

export async function flow() {
  
  return [await steps['a']!(), await steps['b']!(), await steps['c']!(), await steps['d']!()];
}
