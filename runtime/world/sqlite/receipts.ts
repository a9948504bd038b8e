/** Receipts of payloads to which their senders have given ids. */
import type { RunId } from '../../contract/ids.ts';
import type { KeptReceipt } from '../world.ts';
import type { Store } from './store.ts';
import type { SweepBudget } from './sweep-rows.ts';

interface ReceiptRow {
  run_id: RunId;
  id: string;
  digest: string;
  reply: string | null;
  reply_stream: string | null;
}

/** See `World.findReceipt`. Receipts of deleted runs do not count any more, although they may still be there. */
export function findReceipt(store: Store, token: string, id: string): KeptReceipt | null {
  const text = `SELECT run_id, receipts.id, digest, reply, reply_stream FROM receipts JOIN runs ON runs.id = run
    WHERE token = ? AND receipts.id = ?`;
  const row = store.first<ReceiptRow>(text, token, id);
  if (!row) return null;
  const { run_id: runId, reply_stream: replyStream, digest, reply } = row;
  return { runId, receipt: { id, digest, reply, replyStream } };
}

/** Keeps a receipt for which there is none in force. */
export function keepReceipt(store: Store, token: string, { runId, receipt }: KeptReceipt): void {
  const { id, digest, reply, replyStream } = receipt;
  const text = 'INSERT OR REPLACE INTO receipts SELECT ?, ?, runs.id, ?, ?, ? FROM runs WHERE run_id = ?';
  store.run(text, token, id, digest, reply, replyStream, runId);
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
