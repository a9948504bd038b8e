import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const step = registerStep("step//./input//step", { step: async (value: unknown) => {
  
  return [value, EOL.length];
} }.step);
const LIMIT = 5;

export async function flow() { return calledDirectly("workflow//./input//flow"); }
export const arrow = markWorkflow("workflow//./input//arrow", { arrow: async () => { return calledDirectly("workflow//./input//arrow"); } }.arrow);
