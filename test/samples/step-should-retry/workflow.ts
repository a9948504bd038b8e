import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//load", undefined, load); const step$2 = /* @__PURE__ */ stepProxy("step//./input//save", undefined, save); registerWorkflow("workflow//./input//flow", flow); 
import { Pool } from './pool';

const pool = new Pool();


async function load(...args) { return step$1(...args); }
load.retry = { maxRetries: 3, shouldRetry: () => true };

async function save(...args) { return step$2(...args); }
Object.assign(save, {
  retry: {
    backoff: 'linear',
    shouldRetry: () => true,
  },
});
const remove = Object.assign(
  /* @__PURE__ */ stepProxy("step//./input//remove"),
  { retry: { minDelay: '1s', shouldRetry: () => true } },
);

export async function flow() {
  
  const rule = (save as unknown as { retry: { shouldRetry: unknown; backoff: string } }).retry;
  return [await load(), await save(), await remove(), load.retry.maxRetries, typeof load.retry.shouldRetry, typeof rule.shouldRetry, rule.backoff];
}
