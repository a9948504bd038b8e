import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//add", add); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

async function add(a: number, b: number) {
  
  return a + b + EOL.length;
}
const tools: { add?: typeof add; none?: typeof add } = { add };

export async function flow() { return calledDirectly("workflow//./input//flow"); }
