import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const log: string[] = [];
const run = (log.push('made'), markStep("step//./input//run", async () => {
  
  return EOL.length;
}));
const nothing = void (markStep("step//./input//nothing", async () => {
  
}));
const negated = !(markStep("step//./input//negated", async () => {  }));

export async function flow() { return calledDirectly("workflow//./input//flow"); }
