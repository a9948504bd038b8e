/** Messages from outside, numbered per run in the order in which they were accepted. */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import { isTerminal, type Payload } from '../../journal/events.ts';
import type {
  DeliverOutcome,
  FoundHook,
  HookDelivery,
  HookDeliveryOptions,
  InboxContent,
  KeptReceipt,
  PendingMessages,
  TokenReceipt,
} from '../world.ts';
import { isMeant } from '../commit-rules.ts';
import type { MemoryState } from './memory-state.ts';

/** See {@link World.deliver}. */
export function deliver(state: MemoryState, runId: RunId, content: InboxContent, at: number): DeliverOutcome {
  const run = state.runs.get(runId);
  if (!run) return { ok: false, reason: 'not_found' };
  if (isTerminal(run.record.status)) return { ok: false, reason: 'ended' };
  const message = { n: ++run.inboxLast, at, content };
  run.inbox.push(message);
  run.record.dueAt = Math.min(run.record.dueAt ?? at, at);
  state.publish({ kind: 'inbox', runId, message });
  if (run.record.owner === null) state.publish({ kind: 'due', dueAt: run.record.dueAt });
  return { ok: true, runId, message };
}

/** See {@link World.deliverToHook}. */
export function deliverToHook(
  state: MemoryState,
  {
    token,
    payload,
    at,
    receipt,
    holder,
    n,
    origin,
  }: { token: string; payload: Payload; at: number } & HookDeliveryOptions,
): HookDelivery {
  const kept = receipt && findReceipt(state, token, receipt.id);
  if (kept) return { ok: false, reason: 'repeated', ...kept };
  const hook = findHook(state, token);
  if (!hook || !isMeant(hook, { holder, n })) return { ok: false, reason: 'not_found' };
  if (hook.once) state.hooks.delete(token);
  const outcome = deliver(state, hook.runId, { type: 'hook', call: hook.call, payload, ...origin }, at);
  if (receipt && outcome.ok) state.receipts.set(receiptKey(token, receipt.id), { runId: hook.runId, receipt, at });
  return outcome;
}

/** See {@link World.findHook}. */
export function findHook({ hooks, runs }: MemoryState, token: string): FoundHook | null {
  const hook = hooks.get(token);
  return hook ? { ...hook, inboxLast: runs.get(hook.runId)!.inboxLast } : null;
}

/** See {@link World.findReceipt}. */
export function findReceipt({ receipts }: MemoryState, token: string, id: string): KeptReceipt | null {
  const kept = receipts.get(receiptKey(token, id));
  return kept ? { runId: kept.runId, receipt: kept.receipt } : null;
}

/** See {@link World.listReceipts}. */
export const listReceipts = ({ receipts }: MemoryState, runId: RunId): TokenReceipt[] =>
  [...receipts].flatMap(([key, kept]) =>
    kept.runId === runId ? [{ token: (JSON.parse(key) as string[])[0]!, receipt: kept.receipt }] : [],
  );

/** Where a receipt stands. */
export const receiptKey = (token: string, id: string): string => JSON.stringify([token, id]);

/** See {@link World.readInboxesOf}. */
export const readInboxesOf = ({ runs }: MemoryState, workerId: WorkerId): PendingMessages[] =>
  [...runs.values()]
    .filter(({ record, inbox }) => record.owner === workerId && inbox.length > 0)
    .map(({ record, inbox }) => ({ runId: record.runId, messages: inbox }));
