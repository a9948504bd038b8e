'use server';
import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//act", act); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export async function act(n: number) {
  'use server';
  
  return n + EOL.length;
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
