import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//even", even); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

async function even(n: number): Promise<boolean> {
  
  return n === 0 ? EOL.length > 0 : odd(n - 1);
}
const odd = step$1("step//./input//odd", { odd: async (n: number): Promise<boolean> => {
  
  return n === 0 ? false : even(n - 1);
} }.odd);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
