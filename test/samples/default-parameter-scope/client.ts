import { calledDirectly, markWorkflow, markStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); markStep("step//./input//three", three); import { EOL } from 'node:os';

const size = 4;

/** Defaults of parameters do not see what the body declares. */
export async function flow() { return calledDirectly("workflow//./input//flow"); }
async function three(n = size) {
  
  const size = EOL.length;
  return [n, size];
}
