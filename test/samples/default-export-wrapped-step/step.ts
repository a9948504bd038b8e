import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const cached = <T>(fn: T): T => fn;

export default cached(step$1("step//./input//default", async (n: number) => {
  
  return n + EOL.length;
}));

export async function flow() { return calledDirectly("workflow//./input//flow"); }
