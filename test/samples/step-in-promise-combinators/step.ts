import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const double = step$1("step//./input//double", { double: async (n: number) => {
  
  if (n < 0) throw new RangeError(`negative ${EOL.length}`);
  return n * 2;
} }.double);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
