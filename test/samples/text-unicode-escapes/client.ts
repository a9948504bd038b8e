import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep("step//./input//add", add); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

async function \u0061dd(n: number) {
  
  return n + EOL.length;
}
const b\u{65}fore = markStep("step//./input//before", { before: async () => {
  
  return '\u{1f389}'.length + EOL.length;
} }.before);
export async function flow() { return calledDirectly("workflow//./input//flow"); }
