// Grüße 🎉
import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flüssig", flüssig); import { EOL } from 'node:os';

const größe = step$1("step//./input//größe", { größe: async (名前: string) => {
  
  return `🎉${名前}${EOL.length}`;
} }.größe);

export async function flüssig() { return calledDirectly("workflow//./input//flüssig"); }
