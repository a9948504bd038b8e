/** The story that `npm start` tells: one order, and a server that is killed in the middle of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { OrdersClient, postDecision } from './orders-client.ts';
import { ProgressReader } from './progress-reader.ts';
import type { Evidence } from './promises.ts';
import type { Shop } from './shops.ts';
import { summarizeCalls } from './step-calls.ts';
import type { Timeline } from './timeline.ts';

/** As long as this it may take from the order to the parcel, on a machine that is slow and busy. */
const LIMIT_MS = 240_000;
/** For people: time to see what happens. Nothing depends on it. */
const MOMENT_MS = 800;
const ORDER = { customer: 'Ada', item: 'teapot', quantity: 2, amount: 49 };

export interface StoryOptions {
  /** Open. */
  shop: Shop;
  timeline: Timeline;
}

/** Plays it and gives what was seen from outside. @throws When it does not get to its end. */
export async function tellStory({ shop, timeline }: StoryOptions): Promise<Evidence> {
  const client = new OrdersClient(shop);
  timeline.add('you', `POST /orders ${JSON.stringify(ORDER)}`);
  const runId = await client.placeOrder(ORDER);
  timeline.add('server', `201, the order is safe: ${runId}`);

  const stop = new AbortController();
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = AbortSignal.any([limit, stop.signal]);
  const progress = new ProgressReader({ client, runId, signal, onLine: (line) => timeline.add('order', line) });
  const ended = progress.readToEnd();
  // Whoever waits for it hears of it; until then it is not lost.
  ended.catch(() => {});
  try {
    const scene = { shop, timeline, client, progress, runId, signal };
    const crash = await crashWhilePacking(scene);
    const approvalStatus = await approve(scene);
    await ended;
    return { ...crash, approvalStatus, linesSeen: progress.lines, ...(await readOutcome(scene)) };
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new Error(`The order was not done after ${LIMIT_MS / 1000} s. Its last progress: ${progress.lines.at(-1)}`, {
      cause: error,
    });
  } finally {
    stop.abort();
  }
}

interface Scene {
  shop: Shop;
  timeline: Timeline;
  client: OrdersClient;
  progress: ProgressReader;
  runId: string;
  /** Fires when the story has to end. */
  signal: AbortSignal;
}

/** Kills the server that runs a step, and lets the shop go on. */
async function crashWhilePacking(scene: Scene): Promise<Pick<Evidence, 'killedAt' | 'cutOff'>> {
  const { shop, timeline, client, progress, runId } = scene;
  await progress.waitFor(/^packing/);
  await pause(MOMENT_MS);
  const cutOff = summarizeCalls(await client.readLedger(runId)).filter((step) => step.attempts.at(-1) === 'cut off');
  await shop.kill();
  const killedAt = Date.now();
  timeline.addBlow('killed with SIGKILL: no process, nothing in memory, the parcel half packed');
  await pause(MOMENT_MS);
  await shop.goOn(timeline);
  return { killedAt, cutOff: cutOff.map((step) => step.service) };
}

/** Calls the webhook whose address the run tells. */
async function approve({ timeline, progress }: Scene): Promise<number> {
  const line = await progress.waitFor(/^waiting for approval/);
  const url = line.slice(line.indexOf('http'));
  await pause(MOMENT_MS);
  timeline.add('you', `POST ${new URL(url).pathname}`);
  const status = await postDecision(url, { approved: true, by: 'Grace' });
  timeline.add('server', `${status}, the approval is safe`);
  return status;
}

async function readOutcome(scene: Scene): Promise<Pick<Evidence, 'order' | 'ledger' | 'linesStored'>> {
  const { client, runId, signal } = scene;
  const linesStored: string[] = [];
  for await (const line of client.followProgress(runId, { from: 0, signal })) linesStored.push(line);
  const [order, ledger] = await Promise.all([client.readOrder(runId), client.readLedger(runId)]);
  return { order, ledger, linesStored };
}
