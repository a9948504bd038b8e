/** All that the store has of a run, besides its events and chunks. */
import type { RunId } from '../../contract/ids.ts';
import { fromAbandonedCode, hasEnded } from '../rows/run-status.ts';
import { byText } from '../text-order.ts';
import type { ChunkRange, StoredRun, StoredStream, StoredWriter } from '../world.ts';
import { listHooks } from './hooks.ts';
import { readInbox } from './inbox.ts';
import { listReceipts } from './receipts.ts';
import { findRow, toRecord } from './run-row.ts';
import type { Session } from './session.ts';
import { fromTextCell } from './text-cell.ts';

/** See `RunMoves.readStoredRun`. */
export async function readStoredRun(session: Session, runId: RunId): Promise<StoredRun | null> {
  const row = await findRow(session, runId);
  if (!row) return null;
  const receipts = await listReceipts(session, runId);
  return {
    record: toRecord(row),
    retentionMs: row.retention_ms,
    abandonedAt: fromAbandonedCode(row.abandoned),
    inboxLast: row.inbox_last,
    inbox: row.inbox_last > row.inbox_taken && !hasEnded(row) ? await readInbox(session, runId, 0) : [],
    hooks: hasEnded(row) ? [] : (await listHooks(session, { runId, limit: Number.MAX_SAFE_INTEGER - 1 })).hooks,
    receipts: receipts.sort(byText(({ token, receipt }) => `${token}\0${receipt.id}`)),
    streams: await readStreams(session, row.id, hasEnded(row)),
  };
}

interface StreamRow {
  id: number;
  name: string;
  next_index: number;
  closed: boolean;
}

interface WriterRow extends Omit<StoredWriter, 'ranges'> {
  id: number;
  stream: number;
}

async function readStreams(session: Session, run: number, isOver: boolean): Promise<StoredStream[]> {
  const text = 'select id, name, next_index, closed from @streams where run = $1';
  const rows = await session.all<StreamRow>(text, [run]);
  if (rows.length === 0) return [];
  const writers = await readWriters(
    session,
    rows.map(({ id }) => id),
  );
  return rows
    .map(({ id, name, next_index: nextIndex, closed }) => ({
      stream: fromTextCell(name),
      nextIndex,
      closed: closed || isOver,
      writers: writers.get(id) ?? [],
    }))
    .sort(byText(({ stream }) => stream));
}

/** The writers of streams, by stream. */
async function readWriters(session: Session, streams: readonly number[]): Promise<Map<number, StoredWriter[]>> {
  const rows = await session.all<WriterRow>(
    'select id, stream, run_id as "runId", call, epoch, attempt from @chunk_writers where stream = any($1)',
    [streams],
  );
  const ranges = await session.all<ChunkRange & { writer: number }>(
    'select writer, position, n, count from @chunk_ranges where writer = any($1) order by position',
    [rows.map(({ id }) => id)],
  );
  const byWriter = Map.groupBy(ranges, ({ writer }) => writer);
  const toRanges = (id: number): ChunkRange[] =>
    (byWriter.get(id) ?? []).map(({ position, n, count }) => ({ position, n, count }));
  rows.sort(byText(({ runId, call }) => `${runId} ${String(call).padStart(16, '0')}`));
  return new Map(
    [...Map.groupBy(rows, ({ stream }) => stream)].map(([stream, own]) => [
      stream,
      own.map(({ id, runId, call, epoch, attempt }) => ({ runId, call, epoch, attempt, ranges: toRanges(id) })),
    ]),
  );
}
