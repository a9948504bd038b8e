/** Receipts of payloads to which their senders have given ids. */
import type { RunId } from '../../contract/ids.ts';
import type { KeptReceipt, Receipt, TokenReceipt } from '../world.ts';
import { toRunIdCell } from './run-row.ts';
import type { Session } from './session.ts';
import { fromTextCell, toTextCell } from './text-cell.ts';

interface ReceiptRow {
  id: string;
  digest: string;
  reply: string | null;
  reply_stream: string | null;
}

/** See `World.findReceipt`. Receipts of deleted runs do not count any more, although they may still be there. */
export async function findReceipt(session: Session, token: string, id: string): Promise<KeptReceipt | null> {
  const text = `select r.run_id, c.id, c.digest, c.reply, c.reply_stream from @receipts c join @runs r on r.id = c.run
    where c.token = $1 and c.id = $2`;
  const row = await session.first<ReceiptRow & { run_id: RunId }>(text, [toTextCell(token), toTextCell(id)]);
  return row ? { runId: row.run_id, receipt: toReceipt(row) } : null;
}

/** See `World.listReceipts`. */
export async function listReceipts(session: Session, runId: RunId): Promise<TokenReceipt[]> {
  const text = `select c.token, c.id, c.digest, c.reply, c.reply_stream from @receipts c join @runs r on r.id = c.run
    where r.run_id = $1 order by c.token, c.id`;
  const rows = await session.all<ReceiptRow & { token: string }>(text, [toRunIdCell(runId)]);
  return rows.map(({ token, ...row }) => ({ token: fromTextCell(token), receipt: toReceipt(row) }));
}

const toReceipt = ({ id, digest, reply, reply_stream: replyStream }: ReceiptRow): Receipt => ({
  id: fromTextCell(id),
  digest,
  reply,
  replyStream: replyStream === null ? null : fromTextCell(replyStream),
});
