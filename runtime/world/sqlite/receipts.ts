/** Receipts of payloads to which their senders have given ids. */
import type { RunId } from '../../contract/ids.ts';
import type { KeptReceipt, Receipt, TokenReceipt, ValueChange } from '../world.ts';
import type { Store } from './store.ts';
import { removeStream, SweepBudget } from './sweep-rows.ts';

type ReceiptChange = Extract<ValueChange, { kind: 'receipt' }>;

interface ReceiptRow {
  id: string;
  digest: string;
  reply: string | null;
  reply_stream: string | null;
}

/** See `World.findReceipt`. Receipts of deleted runs do not count any more, although they may still be there. */
export function findReceipt(store: Store, token: string, id: string): KeptReceipt | null {
  const text = `SELECT run_id, receipts.id, digest, reply, reply_stream FROM receipts JOIN runs ON runs.id = run
    WHERE token = ? AND receipts.id = ?`;
  const row = store.first<ReceiptRow & { run_id: RunId }>(text, token, id);
  return row ? { runId: row.run_id, receipt: toReceipt(row) } : null;
}

const toReceipt = ({ id, digest, reply, reply_stream: replyStream }: ReceiptRow): Receipt => ({
  id,
  digest,
  reply,
  replyStream,
});

/** See `World.listReceipts`. */
export function listReceipts(store: Store, runId: RunId): TokenReceipt[] {
  const text = `SELECT token, receipts.id, digest, reply, reply_stream FROM receipts JOIN runs ON runs.id = run
    WHERE run_id = ?`;
  return store.all<ReceiptRow & { token: string }>(text, runId).map(({ token, ...row }) => ({
    token,
    receipt: toReceipt(row),
  }));
}

/** Puts other values into a receipt that is still as it was read. */
export function rewriteReceipt(store: Store, { token, before, after }: ReceiptChange): void {
  const text = `UPDATE receipts SET digest = ?, reply = ? WHERE token = ? AND id = ? AND digest = ? AND reply IS ?`;
  store.run(text, after.digest, after.reply, token, before.id, before.digest, before.reply);
}

/** Keeps a receipt for which there is none in force. @param at When the payload came; left out: now. */
export function keepReceipt(store: Store, token: string, { runId, receipt }: KeptReceipt, at?: number): void {
  const { id, digest, reply, replyStream } = receipt;
  const text = `INSERT OR REPLACE INTO receipts
    SELECT ?, ?, runs.id, ?, ?, ?, coalesce(?, unixepoch() * 1000) FROM runs WHERE run_id = ?`;
  store.run(text, token, id, digest, reply, replyStream, at ?? null, runId);
}

/** Receipts that one request removes. */
const REMOVED_AT_ONCE = 1_000;

/** Removes some receipts of payloads that came before `before`. Returns whether there are more. */
export function forgetReceipts(store: Store, before: number): boolean {
  const text = `SELECT token, receipts.id, streams.id AS stream FROM receipts
    LEFT JOIN streams ON streams.run = receipts.run AND streams.name = reply_stream WHERE at < ? LIMIT ?`;
  const old = store.all<{ token: string; id: string; stream: number | null }>(text, before, REMOVED_AT_ONCE);
  const budget = new SweepBudget(REMOVED_AT_ONCE);
  for (const { token, id, stream } of old) {
    if (stream !== null && !removeStream(store, stream, budget)) return true;
    store.run('DELETE FROM receipts WHERE token = ? AND id = ?', token, id);
  }
  return old.length === REMOVED_AT_ONCE;
}

/** Removes receipts of run number `run`. Returns whether there are no more. */
export function removeReceipts(store: Store, run: number, budget: SweepBudget): boolean {
  const text = `DELETE FROM receipts WHERE (token, id) IN
    (SELECT token, id FROM receipts WHERE run = ? LIMIT ?)`;
  const { rows } = budget;
  const { changes } = store.run(text, run, rows);
  budget.spend(changes);
  return changes < rows;
}
