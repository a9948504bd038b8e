import { createWebhook, getStepMetadata, getWorkflowMetadata, getWritable, RetryableError, sleep } from 'workflow';
import { call, type Caller } from '../shop/outside-world.ts';
import { readDecision, type Decision, type Order, type Outcome } from '../shop/order.ts';

/**
 * The life of one order. It reads like a script that never stops half-way, and that is what it is: whatever happens to
 * the process, the run goes on where it was, and no step that is done is done again.
 */
export async function processOrder(order: Order): Promise<Outcome> {
  'use workflow';

  let decision: Decision;
  try {
    await Promise.all([reserveStock(order), checkFraud(order)]);
    await chargeCard(order);
    // Time for the customer to change their mind. No process has to stay alive for it.
    await sleep('2s');
    await packParcel(order);
    decision = await waitForDecision();
  } catch (error) {
    // Cancelled, or something could not be done: nobody pays for what they do not get.
    await undo(order);
    throw error;
  }

  if (!decision.approved) {
    await undo(order);
    return { outcome: 'refunded', decidedBy: decision.by };
  }
  const tracking = await shipParcel(order);
  return { outcome: 'shipped', decidedBy: decision.by, tracking };
}

/** Waits for as long as it takes until somebody calls the webhook with a decision. */
async function waitForDecision(): Promise<Decision> {
  const webhook = createWebhook();
  await askForApproval(webhook.url);
  for (;;) {
    const decision = await readDecision(await webhook);
    if (decision) return decision;
  }
}

/** Harmless where there is nothing to undo. */
async function undo(order: Order): Promise<void> {
  await Promise.all([refundCard(order), releaseStock(order)]);
}

async function reserveStock({ item, quantity }: Order): Promise<void> {
  'use step';
  await call(caller(), 'reserve stock', { takesMs: 600 });
  await report(`reserved ${quantity} × ${item}`);
}

async function checkFraud({ customer }: Order): Promise<void> {
  'use step';
  await call(caller(), 'check fraud', { takesMs: 300 });
  await report(`${customer} is no fraud`);
}

async function chargeCard({ amount, customer }: Order): Promise<void> {
  'use step';
  const answer = await call(caller(), 'charge card', { takesMs: 200, refusals: 2 });
  if (!answer.accepted) {
    await report(`the payment service is busy (attempt ${getStepMetadata().attempt})`);
    throw new RetryableError('The payment service is busy.', { retryAfter: '500ms' });
  }
  await report(`charged ${amount} €; ${customer} has two seconds to change their mind`);
}

async function packParcel({ quantity, item }: Order): Promise<void> {
  'use step';
  await report(`packing ${quantity} × ${item} (attempt ${getStepMetadata().attempt}) …`);
  await call(caller(), 'pack parcel', { takesMs: 2000 });
  await report('the parcel is packed');
}

async function askForApproval(url: string): Promise<void> {
  'use step';
  await call(caller(), 'ask for approval', { takesMs: 100 });
  await report(`waiting for approval at ${url}`);
}

async function shipParcel({ customer }: Order): Promise<string> {
  'use step';
  const { receipt } = await call(caller(), 'ship parcel', { takesMs: 400 });
  await report(`on its way to ${customer}, tracking number ${receipt}`);
  return receipt;
}

async function refundCard({ amount }: Order): Promise<void> {
  'use step';
  await call(caller(), 'refund card', { takesMs: 200 });
  await report(`what was charged of ${amount} € is refunded`);
}

async function releaseStock({ item, quantity }: Order): Promise<void> {
  'use step';
  await call(caller(), 'release stock', { takesMs: 200 });
  await report(`${quantity} × ${item} can be sold again`);
}

/** The step id is the same for every attempt of a step: services know a call that is made again by it. */
function caller(): Caller {
  return { orderId: getWorkflowMetadata().workflowRunId, idempotencyKey: getStepMetadata().stepId };
}

/** Publishes a line of progress, for whoever follows the run. */
async function report(line: string): Promise<void> {
  const writer = getWritable<string>().getWriter();
  await writer.write(line);
  writer.releaseLock();
}
