import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; registerStep("step//./input//declared", declared); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); import { EOL } from 'node:os';
import { retryable } from './policy';

async function declared() {
  
  return EOL.length;
}
declared.maxRetries = 2;
const arrow = Object.assign(
  registerStep("step//./input//arrow", async () => {
    
    return EOL.length;
  }),
  { timeout: '5s' },
);
class Jobs {
  static async run() {
    
    return EOL.length;
  } static { registerStep("step//./input//Jobs.run", this.run); }
}
Object.assign(Jobs.run, { maxRetries: 4 });

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return { nested: async () => {
    
    return EOL.length;
  } }.nested; }
