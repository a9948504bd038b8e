/** What the agent can do. */
import { createWebhook, sleep } from 'workflow';
import type { ToolCallOptions } from 'workflow/agent';
import { z } from 'zod';
import { database } from '../shop/database.ts';

const orderId = z.number().describe('Number of the order, such as 1042');

async function findOrder(input: { orderId: number }) {
  'use step'; // retried and recorded
  const order = database
    .prepare('select id as orderId, article, paid, parcel from orders where id = ?')
    .get(input.orderId);
  return order ? { ...order } : `There is no order ${input.orderId}.`;
}

async function trackParcel({ parcel }: { parcel: string }) {
  'use step';
  return { parcel, place: 'Leipzig', state: 'on its way', expected: 'tomorrow before noon' };
}

async function refund(input: { orderId: number; amount: number }, { idempotencyKey }: ToolCallOptions) {
  'use step'; // An attempt that was cut off runs again, and the key keeps it from paying twice.
  const { orderId, amount } = input;
  database.prepare('insert or ignore into refunds values (?, ?, ?)').run(idempotencyKey, orderId, amount);
  return { paidBack: amount };
}

/** Not a step: it runs in the workflow and may wait for days. Nothing is held in memory meanwhile. */
async function askWarehouse({ article }: { article: string }) {
  using reply = createWebhook();
  await writeToWarehouse(article, reply.url);
  const request = await Promise.race([reply, sleep('20s')]);
  return request ? await request.text() : 'The warehouse has not answered yet.';
}

async function writeToWarehouse(article: string, url: string) {
  'use step';
  console.log(`To the warehouse: how many are left of "${article}"? Answer with: curl -d 'a dozen' '${url}'`);
}

export const tools = {
  findOrder: {
    description: 'Finds an order: article, price and parcel',
    inputSchema: z.object({ orderId }),
    execute: findOrder,
  },
  trackParcel: {
    description: 'Tells where a parcel is',
    inputSchema: z.object({ parcel: z.string() }),
    execute: trackParcel,
  },
  refund: {
    description: 'Pays an order back, in whole or in part. A person has to approve it.',
    inputSchema: z.object({ orderId, amount: z.number().positive() }),
    needsApproval: true,
    execute: refund,
  },
  askWarehouse: {
    description: 'Asks the people in the warehouse how many are left of an article; takes a while',
    inputSchema: z.object({ article: z.string() }),
    execute: askWarehouse,
  },
};
