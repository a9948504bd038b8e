import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//load", load); step$1("step//./input//save", save); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import { Pool } from './pool';

const pool = new Pool();
const isTransient = (error: unknown) => pool.isTransient(error);

async function load() {
  
  return pool.size + EOL.length;
}
load.retry = { maxRetries: 3, shouldRetry: isTransient };

async function save() {
  
  return EOL.length;
}
Object.assign(save, {
  retry: {
    backoff: 'linear',
    shouldRetry(error: unknown) {
      return error instanceof Pool;
    },
  },
});
const remove = Object.assign(
  step$1("step//./input//remove", async () => {
    
    return EOL.length;
  }),
  { retry: { minDelay: '1s', shouldRetry: (error: unknown) => !isTransient(error) } },
);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
