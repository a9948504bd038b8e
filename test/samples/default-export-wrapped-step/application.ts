import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const cached = <T>(fn: T): T => fn;

export default cached(registerStep("step//./input//default", async (n: number) => {
  
  return n + EOL.length;
}));

export async function flow() { return calledDirectly("workflow//./input//flow"); }
