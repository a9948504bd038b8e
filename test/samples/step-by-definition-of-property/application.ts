import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Jobs {
  declare run: () => Promise<string>;
}
Jobs.prototype.run = registerStep("step//./input//Jobs/prototype/run", async function () {
  
  return `prototype ${EOL.length}`;
});
const box = {} as { run(): Promise<string> };
Object.defineProperty(box, 'run', {
  value: registerStep("step//./input//value", { value: async () => {
    
    return `defined ${EOL.length}`;
  } }.value),
});
export const frozen = Object.freeze({
  run: registerStep("step//./input//frozen/run", { run: async () => {
    
    return `frozen ${EOL.length}`;
  } }.run),
});

export async function flow() { return calledDirectly("workflow//./input//flow"); }
