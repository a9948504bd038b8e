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

export const ORDER_GRAPH = {
  nodes: [
    { id: 'start', kind: 'start', label: 'order', line: 4, column: 8 },
    { id: 'n1', kind: 'step', label: 'charge', stepId: CHARGE, line: 6, column: 25 },
    { id: 'n2', kind: 'step', label: 'notify', stepId: NOTIFY, line: 7, column: 9 },
    { id: 'end', kind: 'end', label: 'end', line: 9, column: 1 },
  ],
  edges: [
    { from: 'start', to: 'n1' },
    { from: 'n1', to: 'n2' },
    { from: 'n2', to: 'end' },
  ],
};
