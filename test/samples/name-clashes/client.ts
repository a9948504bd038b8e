import { markStep as markStep$1, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep$1("step//./input//load", load); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const markStep = 1, registerStep = 2, stepProxy = 3, step = 4, closure = 5, registerWorkflow = 6;
const args = [7];

async function load() {
  
  return markStep + registerStep + EOL.length;
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
