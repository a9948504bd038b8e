import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const step = step$1("step//./input//step", { step: async (value: unknown) => {
  
  return [value, EOL.length];
} }.step);
const LIMIT = 5;

export async function flow() { return calledDirectly("workflow//./input//flow"); }
export const arrow = markWorkflow("workflow//./input//arrow", { arrow: async () => { return calledDirectly("workflow//./input//arrow"); } }.arrow);
