import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep("step//./input//declared", declared); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import { retryable } from './policy';

async function declared() {
  
  return EOL.length;
}
declared.maxRetries = 2;
const arrow = Object.assign(
  markStep("step//./input//arrow", async () => {
    
    return EOL.length;
  }),
  { timeout: '5s' },
);
class Jobs {
  static async run() {
    
    return EOL.length;
  } static { markStep("step//./input//Jobs.run", this.run); }
}
Object.assign(Jobs.run, { maxRetries: 4 });

export async function flow() { return calledDirectly("workflow//./input//flow"); }
