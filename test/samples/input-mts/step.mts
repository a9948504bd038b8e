import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const read = step$1("step//./input//read", { read: async <T>(value: T) => {
  
  return [value, EOL.length];
} }.read);
export async function flow() { return calledDirectly("workflow//./input//flow"); }
