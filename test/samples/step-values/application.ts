import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const echo = registerStep("step//./input//echo", { echo: async <T>(value: T) => {
  
  return [value, EOL.length] as const;
} }.echo);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
