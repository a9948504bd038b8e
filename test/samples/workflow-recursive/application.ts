import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//step", step); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

async function step(n: number) {
  
  return n * EOL.length;
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
export const even = markWorkflow("workflow//./input//even", { even: async () => { return calledDirectly("workflow//./input//even"); } }.even);
export const odd = markWorkflow("workflow//./input//odd", { odd: async () => { return calledDirectly("workflow//./input//odd"); } }.odd);
