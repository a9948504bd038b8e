/** Receipts of payloads to which their senders have given ids. */
import type { RunId } from '../../contract/ids.ts';
import type { KeptReceipt, Receipt, TokenReceipt } from '../world.ts';
import type { Database } from './database.ts';
import { toRunIdCell } from './run-row.ts';
import type { Session } from './session.ts';
import { removeStreams } from './streams.ts';
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

/** Receipts that one statement removes. */
const REMOVED_AT_ONCE = 1_000;

/** Removes receipts of payloads that came before `before`, in short transactions. */
export async function forgetReceipts(db: Database, before: number): Promise<void> {
  const text = `delete from @receipts where (token, id) in
    (select token, id from @receipts where at < $1 limit $2 for update skip locked) returning run, reply_stream`;
  for (let count = REMOVED_AT_ONCE; count === REMOVED_AT_ONCE;) {
    count = await db.transaction(async (session) => {
      const removed = await session.all<{ run: number; reply_stream: string | null }>(text, [before, REMOVED_AT_ONCE]);
      const answered = removed.filter((row) => row.reply_stream !== null);
      for (const [run, rows] of Map.groupBy(answered, (row) => row.run)) {
        const names = new Set(rows.map((row) => fromTextCell(row.reply_stream!)));
        await removeStreams(session, run, (name) => names.has(name));
      }
      return removed.length;
    });
  }
}

const toReceipt = ({ id, digest, reply, reply_stream: replyStream }: ReceiptRow): Receipt => ({
  id: fromTextCell(id),
  digest,
  reply,
  replyStream: replyStream === null ? null : fromTextCell(replyStream),
});
