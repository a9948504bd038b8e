import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//even", even); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

async function even(n: number): Promise<boolean> {
  
  return n === 0 ? EOL.length > 0 : odd(n - 1);
}
const odd = registerStep("step//./input//odd", { odd: async (n: number): Promise<boolean> => {
  
  return n === 0 ? false : even(n - 1);
} }.odd);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
