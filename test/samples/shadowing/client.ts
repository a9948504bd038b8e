import { calledDirectly, markWorkflow, markStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const x = 'module';

export async function flow() { return calledDirectly("workflow//./input//flow"); }
const top = markStep("step//./input//top", { top: async () => {
  
  return x + EOL.length;
} }.top);
