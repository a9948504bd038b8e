import { registerStep as registerStep$1, calledDirectly, markWorkflow, registerClosure as registerClosure$1 } from 'workflow/internal/compiled'; registerStep$1("step//./input//load", load); markWorkflow("workflow//./input//flow", flow); registerClosure$1("step//./input//flow/proxy", closure$1); import { EOL } from 'node:os';

const markStep = 1, registerStep = 2, stepProxy = 3, step = 4, closure = 5, registerWorkflow = 6;
const args = [7];

async function load() {
  
  return markStep + registerStep + EOL.length;
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure$1({ registerClosure }) { return { proxy: async () => {
    
    return registerClosure + closure + EOL.length;
  } }.proxy; }
