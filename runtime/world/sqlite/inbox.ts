/** Messages from outside, numbered per run in the order in which they were accepted. */
import type { Payload } from '../../journal/events.ts';
import type { RunId, WorkerId } from '../../contract/ids.ts';
import type {
  DeliverOutcome,
  HookDelivery,
  HookDeliveryOptions,
  InboxContent,
  InboxMessage,
  PendingMessages,
} from '../world.ts';
import { isMeant } from '../commit-rules.ts';
import { findHook } from './hooks.ts';
import { findReceipt, keepReceipt } from './receipts.ts';
import { findRow } from './run-row.ts';
import { hasEnded } from '../rows/run-status.ts';
import type { Store } from './store.ts';

interface InboxRow {
  n: number;
  at: number;
  content: string;
  payload: string | null;
}

/** See `World.deliver`. */
export function deliver(store: Store, runId: RunId, content: InboxContent, at: number): DeliverOutcome {
  const row = findRow(store, runId);
  if (!row) return { ok: false, reason: 'not_found' };
  if (hasEnded(row)) return { ok: false, reason: 'ended' };
  const n = row.inbox_last + 1;
  const due = Math.min(row.due_at ?? at, at);
  const message = { n, at, content };
  insertMessage(store, row.id, message);
  store.run('UPDATE runs SET inbox_last = ?, due_at = ? WHERE id = ?', n, due, row.id);

  store.publish({ kind: 'inbox', runId, message });
  if (row.owner === null) store.publish({ kind: 'due', dueAt: due });
  return { ok: true, runId, message };
}

/** Adds a message to the inbox of run number `run`. */
export function insertMessage(store: Store, run: number, { n, at, content }: InboxMessage): void {
  // The payload is text already: it stays as it is, beside the JSON of the rest.
  const { payload = null, ...rest } = { payload: undefined, ...content };
  store.run('INSERT INTO inbox VALUES (?, ?, ?, ?, ?)', run, n, at, JSON.stringify(rest), payload);
}

/** See `World.deliverToHook`. */
export function deliverToHook(
  store: Store,
  token: string,
  { payload, at, receipt, holder, n, origin }: { payload: Payload; at: number } & HookDeliveryOptions,
): HookDelivery {
  const kept = receipt && findReceipt(store, token, receipt.id);
  if (kept) return { ok: false, reason: 'repeated', ...kept };
  const hook = findHook(store, token);
  if (!hook || !isMeant(hook, { holder, n })) return { ok: false, reason: 'not_found' };
  if (hook.once) store.run('DELETE FROM hooks WHERE token = ?', token);
  const content = { type: 'hook', call: hook.call, payload, ...origin } as const;
  const outcome = deliver(store, hook.runId, content, at);
  if (receipt && outcome.ok) keepReceipt(store, token, { runId: hook.runId, receipt }, at);
  return outcome;
}

/** See `World.readInbox`. */
export function readInbox(store: Store, runId: RunId, afterN: number): InboxMessage[] {
  const row = findRow(store, runId);
  return row ? readMessages(store, row.id, afterN) : [];
}

/** The messages of run number `run` with `n > afterN`, in order. */
export function readMessages(store: Store, run: number, afterN: number): InboxMessage[] {
  const text = 'SELECT n, at, content, payload FROM inbox WHERE run = ? AND n > ? ORDER BY n';
  return store.all<InboxRow>(text, run, afterN).map(toMessage);
}

/** See `World.readInboxesOf`. */
export function readInboxesOf(store: Store, workerId: WorkerId): PendingMessages[] {
  // The inbox is nearly always empty, so it is read first.
  const text = `SELECT runs.run_id, inbox.n, inbox.at, inbox.content, inbox.payload FROM inbox
    CROSS JOIN runs ON runs.id = inbox.run CROSS JOIN workers ON workers.id = runs.owner
    WHERE workers.worker_id = ? ORDER BY inbox.run, inbox.n`;
  const rows = store.all<InboxRow & { run_id: RunId }>(text, workerId);
  return [...Map.groupBy(rows, (row) => row.run_id)].map(([runId, own]) => ({ runId, messages: own.map(toMessage) }));
}

const toMessage = ({ n, at, content, payload }: InboxRow): InboxMessage => ({
  n,
  at,
  content: payload === null ? JSON.parse(content) : { ...JSON.parse(content), payload },
});

/** Removes messages up to number `lastN` from the inbox of a run. */
export function removeMessages(store: Store, run: number, lastN: number): void {
  store.run('DELETE FROM inbox WHERE run = ? AND n <= ?', run, lastN);
}
