import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const isDone = markStep("step//./input//isDone", { isDone: async (n: number) => {
  
  return n + EOL.length > 3;
} }.isDone);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
