import { registerStep, calledDirectly as calledDirectly$1, markWorkflow as markWorkflow$1, registerClosure as registerClosure$1 } from 'workflow/internal/compiled'; registerStep("step//./input//step", step); markWorkflow$1("workflow//./input//flow", flow); registerClosure$1("step//./input//flow/closure", closure$2); import { EOL } from 'node:os';

/** All that generated code would like to be called is taken. */
const step$1 = 1, closure$1 = 2, self = 3, registerClosure = 4, calledDirectly = 5, markWorkflow = 6, proxy = 7;
const undefined$1 = [step$1, closure$1, self, registerClosure, calledDirectly, markWorkflow, proxy];

async function step(args: number) {
  
  return args + undefined$1.length + EOL.length;
}
export async function flow() { return calledDirectly$1("workflow//./input//flow"); }

function closure$2({ args$1 }) { return { closure: async (...args: number[]) => {
    
    return [args, args$1, EOL.length];
  } }.closure; }
