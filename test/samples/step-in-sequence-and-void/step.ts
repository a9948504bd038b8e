import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const log: string[] = [];
const run = (log.push('made'), step$1("step//./input//run", async () => {
  
  return EOL.length;
}));
const nothing = void (step$1("step//./input//nothing", async () => {
  
}));
const negated = !(step$1("step//./input//negated", async () => {  }));

export async function flow() { return calledDirectly("workflow//./input//flow"); }
