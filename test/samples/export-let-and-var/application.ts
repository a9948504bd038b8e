import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export let first = registerStep("step//./input//first", { first: async () => {
    
    return `first ${EOL.length}`;
  } }.first),
  count = 0;
export var second = registerStep("step//./input//second", { second: async () => {
  
  return `second ${EOL.length}`;
} }.second);
export const bump = () => ++count;

export async function flow() { return calledDirectly("workflow//./input//flow"); }
