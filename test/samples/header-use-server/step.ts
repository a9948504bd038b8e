'use server';
import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//act", act); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export async function act(n: number) {
  'use server';
  
  return n + EOL.length;
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
