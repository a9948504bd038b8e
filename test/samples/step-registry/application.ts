import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;
const registry = new Map<string, Run>();
registry.set('add', registerStep("step//./input//anonymous", async (n) => {
  
  return n + EOL.length;
}));
registry.set('double', registerStep("step//./input//double", async function double(n) {
  
  return n * 2 * EOL.length;
}));
function register(name: string, run: Run) {
  registry.set(name, run);
}
register('square', registerStep("step//./input//anonymous~2", async (n) => {
  
  return n * n * EOL.length;
}));

export async function flow() { return calledDirectly("workflow//./input//flow"); }
