/** Runs of three kinds: one in twenty fails, some wait, the rest are completed. */
import { createHook } from 'workflow';

export async function order(n: number): Promise<number> {
  'use workflow';
  return n * 2;
}

export async function refuse(n: number): Promise<void> {
  'use workflow';
  throw new RangeError(`card ${n} was refused`);
}

export async function approve(n: number): Promise<unknown> {
  'use workflow';
  using hook = createHook({ token: `order ${n}` });
  return await hook;
}
