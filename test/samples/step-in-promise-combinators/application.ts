import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const double = registerStep("step//./input//double", { double: async (n: number) => {
  
  if (n < 0) throw new RangeError(`negative ${EOL.length}`);
  return n * 2;
} }.double);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
