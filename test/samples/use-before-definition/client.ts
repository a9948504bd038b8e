import { calledDirectly, markWorkflow, markStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); markStep("step//./input//declared", declared); import { EOL } from 'node:os';

const early = declared;

export async function flow() { return calledDirectly("workflow//./input//flow"); }

async function declared(n: number) {
  
  return n * 10 + EOL.length;
}
