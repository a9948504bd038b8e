import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//declared", declared); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); import { EOL } from 'node:os';
import { retryable } from './policy';

async function declared() {
  
  return EOL.length;
}
declared.maxRetries = 2;
const arrow = Object.assign(
  step$1("step//./input//arrow", async () => {
    
    return EOL.length;
  }),
  { timeout: '5s' },
);
class Jobs {
  static async run() {
    
    return EOL.length;
  } static { step$1("step//./input//Jobs.run", this.run); }
}
Object.assign(Jobs.run, { maxRetries: 4 });

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return { nested: async () => {
    
    return EOL.length;
  } }.nested; }
