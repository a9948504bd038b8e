import { EOL } from 'node:os';
import { Pool } from './pool';

const pool = new Pool();
const isTransient = (error: unknown) => pool.isTransient(error);

async function load() {
  'use step';
  return pool.size + EOL.length;
}
load.retry = { maxRetries: 3, shouldRetry: isTransient };

async function save() {
  'use step';
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
  async () => {
    'use step';
    return EOL.length;
  },
  { retry: { minDelay: '1s', shouldRetry: (error: unknown) => !isTransient(error) } },
);

export async function flow() {
  'use workflow';
  const rule = (save as unknown as { retry: { shouldRetry: unknown; backoff: string } }).retry;
  return [await load(), await save(), await remove(), load.retry.maxRetries, typeof load.retry.shouldRetry, typeof rule.shouldRetry, rule.backoff];
}
