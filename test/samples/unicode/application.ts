// Grüße 🎉
import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flüssig", flüssig); import { EOL } from 'node:os';

const größe = registerStep("step//./input//größe", { größe: async (名前: string) => {
  
  return `🎉${名前}${EOL.length}`;
} }.größe);

export async function flüssig() { return calledDirectly("workflow//./input//flüssig"); }
