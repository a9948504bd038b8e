/** All that the store has of a run, besides its events and chunks. */
import type { RunId } from '../../contract/ids.ts';
import { fromAbandonedCode, hasEnded } from '../rows/run-status.ts';
import { byText } from '../text-order.ts';
import type { ChunkRange, StoredRun, StoredStream, StoredWriter } from '../world.ts';
import { listHooks } from './hooks.ts';
import { readMessages } from './inbox.ts';
import { listReceipts } from './receipts.ts';
import { SELECT_OWNED_RUNS, toRecord, type OwnedRunRow } from './run-row.ts';
import type { Store } from './store.ts';

/** See `World.readStoredRun`. */
export const readStoredRun = (store: Store, runId: RunId): StoredRun | null =>
  store.atOneMoment(() => {
    const row = store.first<OwnedRunRow>(`${SELECT_OWNED_RUNS} WHERE run_id = ?`, runId);
    if (!row) return null;
    return {
      record: toRecord(row),
      retentionMs: row.retention_ms,
      abandonedAt: fromAbandonedCode(row.abandoned),
      inboxLast: row.inbox_last,
      inbox: readMessages(store, row.id, 0),
      hooks: listHooks(store, { runId, limit: Number.MAX_SAFE_INTEGER - 1 }).hooks,
      receipts: listReceipts(store, runId).sort(byText(({ token, receipt }) => `${token}\0${receipt.id}`)),
      streams: readStreams(store, row.id, hasEnded(row)),
    };
  });

interface StreamRow {
  id: number;
  name: string;
  next_index: number;
  closed: number;
}

function readStreams(store: Store, run: number, isOver: boolean): StoredStream[] {
  const rows = store.all<StreamRow>('SELECT id, name, next_index, closed FROM streams WHERE run = ?', run);
  return rows
    .map(({ id, name, next_index: nextIndex, closed }) => ({
      stream: name,
      nextIndex,
      closed: closed === 1 || isOver,
      writers: readWriters(store, id),
    }))
    .sort(byText(({ stream }) => stream));
}

interface WriterRow extends Omit<StoredWriter, 'ranges'> {
  id: number;
}

function readWriters(store: Store, stream: number): StoredWriter[] {
  const text = 'SELECT id, run_id AS runId, call, epoch, attempt FROM chunk_writers WHERE stream = ?';
  const ofWriter = 'SELECT position, n, count FROM chunk_ranges WHERE writer = ? ORDER BY position';
  return store
    .all<WriterRow>(text, stream)
    .map(({ id, ...writer }) => ({ ...writer, ranges: store.all<ChunkRange>(ofWriter, id) }))
    .sort(byText(({ runId, call }) => `${runId} ${String(call).padStart(16, '0')}`));
}
