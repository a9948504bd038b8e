import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

function* range(n: number) {
  for (let i = 0; i < n; i++) yield i;
}
const step = registerStep("step//./input//step", { step: async (n: number) => {
  
  const all: number[] = [];
  for (const i of range(n)) all.push(i + EOL.length);
  return all;
} }.step);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
