import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const log: string[] = [];
const run = (log.push('made'), registerStep("step//./input//run", async () => {
  
  return EOL.length;
}));
const nothing = void (registerStep("step//./input//nothing", async () => {
  
}));
const negated = !(registerStep("step//./input//negated", async () => {  }));

export async function flow() { return calledDirectly("workflow//./input//flow"); }
