import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); step$1("step//./input//declared", declared); import { EOL } from 'node:os';

const early = declared;

export async function flow() { return calledDirectly("workflow//./input//flow"); }

async function declared(n: number) {
  
  return n * 10 + EOL.length;
}

function closure() { return async function nested(n: number) {
    
    return n + EOL.length;
  }; }
