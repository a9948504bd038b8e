import { getStepMetadata, RetryableError, sleep } from 'workflow';
import { noteEffect } from '../effects.ts';

/** One step after the other, two at the same time, a pause, and a step that fails twice. */
export async function checkOut(amount: number): Promise<{ total: number; parts: number[]; attempts: number }> {
  'use workflow';
  const total = await addTax(amount);
  const parts = await Promise.all([split(total, 2), split(total, 4)]);
  await sleep('300ms');
  return { total, parts, attempts: await charge() };
}

async function addTax(amount: number): Promise<number> {
  'use step';
  noteEffect('addTax');
  return amount * 2;
}

async function split(total: number, count: number): Promise<number> {
  'use step';
  noteEffect(`split ${count}`);
  return total / count;
}

async function charge(): Promise<number> {
  'use step';
  noteEffect('charge');
  const { attempt } = getStepMetadata();
  if (attempt < 3) throw new RetryableError('The bank is busy.', { retryAfter: '50ms' });
  return attempt;
}
