import os, { availableParallelism } from 'node:os';

const fallback = 2;

export async function declared() {
  'use step';
  return os.EOL.length;
}
declared.maxRetries = Number(process.env.RETRIES ?? fallback);
declared.concurrency = availableParallelism() * 2;
declared.timeout = '1h';

const arrow = async () => {
  'use step';
  return 1;
};
arrow.retry = { maxRetries: os.cpus().length, shouldRetry: () => os.freemem() > 0 };

async function guarded() {
  'use step';
  return 2;
}
guarded.timeout = typeof window === 'undefined' ? '5s' : '1s';

export async function flow() {
  'use workflow';
  return [await declared(), await arrow(), await guarded(), declared.timeout, guarded.timeout];
}
