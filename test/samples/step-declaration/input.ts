import { createHash } from 'node:crypto';

/** Charges an order. */
export async function checkout(orderId: string): Promise<string> {
  'use workflow';
  const first = await charge(orderId, 2);
  return `${first}/${await charge(first)}`;
}

async function charge(orderId: string, times = 1): Promise<string> {
  'use step';
  return createHash('sha256').update(orderId.repeat(times)).digest('hex').slice(0, 8);
}
