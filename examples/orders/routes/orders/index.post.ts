import { defineHandler, HTTPError } from 'nitro';
import { start } from 'workflow/api';
import { readOrder } from '../../shop/order.ts';
import { processOrder } from '../../workflows/order.ts';

/** Takes an order: the answer comes when it is safe on disk, not when it is done. */
export default defineHandler(async ({ req }) => {
  const order = await readOrder(req);
  if (!order)
    throw new HTTPError({ status: 400, message: 'An order has a customer, an item, a quantity and an amount.' });
  const { runId } = await start(processOrder, [order]);
  return Response.json({ runId }, { status: 201, headers: { location: `/orders/${runId}` } });
});
