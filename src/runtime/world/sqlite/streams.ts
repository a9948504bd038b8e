/** Streams of runs: chunks numbered from 0. */
import type { RunId } from '../../contract/ids.ts';
import type { AppendOutcome, Chunk, ChunkPage } from '../world.ts';
import { findRow, hasEnded } from './run-row.ts';
import type { Store } from './store.ts';

interface StreamRow {
  id: number;
  next_index: number;
  closed: number;
}

/** Node 22 hands over empty bytes as NULL. */
const INSERT_CHUNK = "INSERT INTO chunks VALUES (?, ?, coalesce(?, x''))";

export function appendChunks(store: Store, runId: RunId, name: string, chunks: readonly Chunk[]): AppendOutcome {
  const run = findRow(store, runId);
  if (!run) return { ok: false, reason: 'not_found' };
  if (hasEnded(run)) return { ok: false, reason: 'ended' };
  const stream = findStream(store, run.id, name) ?? createStream(store, run.id, name);
  if (stream.closed) return { ok: false, reason: 'ended' };
  let nextIndex = stream.next_index;
  for (const chunk of chunks) store.run(INSERT_CHUNK, stream.id, nextIndex++, chunk);
  store.run('UPDATE streams SET next_index = ? WHERE id = ?', nextIndex, stream.id);
  store.publish({ kind: 'chunks', runId, stream: name });
  return { ok: true, nextIndex };
}

export function closeStream(store: Store, runId: RunId, name: string): void {
  const run = findRow(store, runId);
  if (!run) return;
  const stream = findStream(store, run.id, name) ?? createStream(store, run.id, name);
  store.run('UPDATE streams SET closed = 1 WHERE id = ?', stream.id);
  store.publish({ kind: 'chunks', runId, stream: name });
}

export function readChunks(store: Store, runId: RunId, name: string, from: number, limit: number): ChunkPage {
  const run = findRow(store, runId);
  if (!run) return { chunks: [], nextIndex: 0, closed: true };
  const isOver = hasEnded(run);
  const stream = findStream(store, run.id, name);
  if (!stream) return { chunks: [], nextIndex: 0, closed: isOver };
  // What was appended since the stream was looked up is left out, so that the three answers belong together.
  const text = 'SELECT data FROM chunks WHERE stream = ? AND n >= ? AND n < ? ORDER BY n LIMIT ?';
  const rows = store.all<{ data: Chunk }>(text, stream.id, from, stream.next_index, limit);
  return {
    chunks: rows.map(({ data }) => data),
    nextIndex: stream.next_index,
    closed: stream.closed === 1 || isOver,
  };
}

const findStream = (store: Store, run: number, name: string): StreamRow | undefined =>
  store.first<StreamRow>('SELECT id, next_index, closed FROM streams WHERE run = ? AND name = ?', run, name);

function createStream(store: Store, run: number, name: string): StreamRow {
  const { lastId } = store.run('INSERT INTO streams VALUES (NULL, ?, ?, 0, 0)', run, name);
  return { id: lastId, next_index: 0, closed: 0 };
}
