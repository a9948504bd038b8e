import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//load", load); registerStep("step//./input//save", save); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
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
  registerStep("step//./input//remove", async () => {
    
    return EOL.length;
  }),
  { retry: { minDelay: '1s', shouldRetry: (error: unknown) => !isTransient(error) } },
);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
