import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//refund", refund); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const charge = registerStep("step//./input//charge", { charge: async (n: number) => {
  
  return n + EOL.length;
} }.charge);
async function refund(n: number) {
  
  return -n + EOL.length;
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

async function retry(fn: typeof charge, n: number) {
  return fn(n);
}
