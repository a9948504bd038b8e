import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep("step//./input//hoisted", hoisted); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const early = [typeof hoisted, typeof late];
var late = markStep("step//./input//late", { late: async () => {
  
  return `late ${EOL.length}`;
} }.late);
async function hoisted() {
  
  return `hoisted ${EOL.length}`;
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
