import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const echo = step$1("step//./input//echo", { echo: async <T>(value: T) => {
  
  return [value, EOL.length] as const;
} }.echo);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
