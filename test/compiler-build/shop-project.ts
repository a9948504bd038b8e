/** A small project in the default layout. */
export const SHOP = {
  'workflows/order.ts': `import { charge, notify } from '../lib/payment.ts';
import { total } from '../lib/total.ts';

export async function order(prices: number[]) {
  'use workflow';
  const receipt = await charge(total(prices));
  await notify('done');
  return receipt;
}
`,
  'lib/payment.ts': `import { randomUUID } from 'node:crypto';

export async function charge(amount: number) {
  'use step';
  return { id: randomUUID().length, amount };
}

export async function notify(text: string) {
  'use step';
  return text;
}
`,
  'lib/total.ts': `export const total = (prices: number[]): number => prices.reduce((sum, price) => sum + price, 0);
`,
} as const;

export const ORDER = 'workflow//./workflows/order//order';
export const CHARGE = 'step//./lib/payment//charge';
export const NOTIFY = 'step//./lib/payment//notify';
