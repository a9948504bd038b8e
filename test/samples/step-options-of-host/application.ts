import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//declared", declared); registerStep("step//./input//guarded", guarded); markWorkflow("workflow//./input//flow", flow); import os, { availableParallelism } from 'node:os';

const fallback = 2;

export async function declared() {
  
  return os.EOL.length;
}
declared.maxRetries = Number(process.env.RETRIES ?? fallback);
declared.concurrency = availableParallelism() * 2;
declared.timeout = '1h';

const arrow = registerStep("step//./input//arrow", { arrow: async () => {
  
  return 1;
} }.arrow);
arrow.retry = { maxRetries: os.cpus().length, shouldRetry: () => os.freemem() > 0 };

async function guarded() {
  
  return 2;
}
guarded.timeout = typeof window === 'undefined' ? '5s' : '1s';

export async function flow() { return calledDirectly("workflow//./input//flow"); }
