import { calledDirectly, markWorkflow, registerClosure, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); registerStep("step//./input//declared", declared); import { EOL } from 'node:os';

const early = declared;

export async function flow() { return calledDirectly("workflow//./input//flow"); }

async function declared(n: number) {
  
  return n * 10 + EOL.length;
}

function closure() { return async function nested(n: number) {
    
    return n + EOL.length;
  }; }
