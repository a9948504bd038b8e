import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const read = registerStep("step//./input//read", { read: async <T>(value: T) => {
  
  return [value, EOL.length];
} }.read);
export async function flow() { return calledDirectly("workflow//./input//flow"); }
