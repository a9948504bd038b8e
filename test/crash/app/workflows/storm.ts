import { createHook, sleep } from 'workflow';
import { note } from '../ledger.ts';

const PAYLOADS = 3;

export interface Payload {
  n: number;
  /** Which try of the sender this is. */
  send: number;
}

/** Everything that can be cut off: sequential and parallel steps, a retry, a sleep, a hook with several payloads. */
export async function storm(key: string, ms: number) {
  'use workflow';
  const payloads = createHook<Payload>({ token: `storm-${key}` });
  let sum = await add(key, 'first', 1);
  const parts = await Promise.all([add(key, 'left', 10), add(key, 'middle', 20), add(key, 'right', 30)]);
  sum += parts.reduce((total, part) => total + part, 0);
  await sleep(ms);
  sum += await failOnce(key, 100);
  const seen: Payload[] = [];
  const missing = new Set(Array.from({ length: PAYLOADS }, (_, i) => i));
  for await (const payload of payloads) {
    seen.push(payload);
    missing.delete(payload.n);
    if (missing.size === 0) break;
  }
  return { sum: await add(key, 'last', sum), seen };
}

async function add(key: string, step: string, value: number): Promise<number> {
  'use step';
  note({ key, step, what: 'begin' });
  await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 40));
  note({ key, step, what: 'end' });
  return value;
}

async function failOnce(key: string, value: number): Promise<number> {
  'use step';
  note({ key, step: 'flaky', what: 'begin' });
  if (Math.random() < 0.5) throw new Error('try again');
  note({ key, step: 'flaky', what: 'end' });
  return value;
}
failOnce.maxRetries = 100;
