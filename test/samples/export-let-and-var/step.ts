import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export let first = step$1("step//./input//first", { first: async () => {
    
    return `first ${EOL.length}`;
  } }.first),
  count = 0;
export var second = step$1("step//./input//second", { second: async () => {
  
  return `second ${EOL.length}`;
} }.second);
export const bump = () => ++count;

export async function flow() { return calledDirectly("workflow//./input//flow"); }
