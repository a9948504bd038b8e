/** Streams of runs: chunks numbered from 0. */
import type { RunId } from '../../contract/ids.ts';
import type {
  AppendOutcome,
  Chunk,
  ChunkPage,
  ChunkWriter,
  StepCallKey,
  StepChunk,
  StepChunkRange,
  StreamAppend,
  StreamRecord,
} from '../world.ts';
import { haveMoved } from '../commit-rules.ts';
import { findRow } from './run-row.ts';
import { hasEnded } from '../rows/run-status.ts';
import { dropFrom, isFenced, noteWriter, placeChunks, readWritten } from './step-chunks.ts';
import type { Store } from './store.ts';

/** A stream by its public name. */
interface StreamName {
  runId: RunId;
  name: string;
}

interface StreamRow {
  id: number;
  next_index: number;
  closed: number;
}

/** Inserts a chunk: stream, index, chunk. Node 22 passes empty bytes as NULL. */
export const INSERT_CHUNK = "INSERT INTO chunks VALUES (?, ?, coalesce(?, x''))";

/** See `World.appendChunks`. */
export function appendChunks(
  store: Store,
  { runId, name }: StreamName,
  chunks: readonly Chunk[],
  writer?: ChunkWriter,
  index?: number,
): AppendOutcome {
  const run = findRow(store, runId);
  if (!run) return { ok: false, reason: 'not_found' };
  const found = findStream(store, run.id, name);
  if (hasEnded(run) || found?.closed) return { ok: false, reason: 'ended' };
  if (writer && isFenced(store, { run, stream: found?.id }, writer)) return { ok: false, reason: 'fenced' };

  const { id, next_index: end } = found ?? createStream(store, run.id, name);
  const place = { stream: id, end, index };
  const fresh = writer ? placeChunks(store, { ...place, writer }, chunks) : chunks;
  if (!fresh || (!writer && haveMoved({ ...place, count: chunks.length }))) return { ok: false, reason: 'moved' };
  const nextIndex = insertChunks(store, { id, end }, fresh);
  store.publish({ kind: 'chunks', runId, stream: name });
  return { ok: true, nextIndex };
}

/** See `World.finishAppends`. */
export function finishAppends(store: Store, { runId, name }: StreamName, writer: ChunkWriter): AppendOutcome {
  const run = findRow(store, runId);
  if (!run) return { ok: false, reason: 'not_found' };
  if (hasEnded(run)) return { ok: false, reason: 'ended' };
  const stream = findStream(store, run.id, name);
  if (isFenced(store, { run, stream: stream?.id }, writer)) return { ok: false, reason: 'fenced' };
  if (!stream) return { ok: true, nextIndex: 0 };
  const hasDropped = dropFrom(
    store,
    { stream: stream.id, writer: noteWriter(store, stream.id, writer) },
    writer.position,
  );
  if (hasDropped) store.publish({ kind: 'chunks', runId, stream: name });
  return { ok: true, nextIndex: stream.next_index };
}

/** See `World.closeStream`. */
export function closeStream(store: Store, { runId, name }: StreamName): void {
  const run = findRow(store, runId);
  if (!run) return;
  const stream = findStream(store, run.id, name) ?? createStream(store, run.id, name);
  store.run('UPDATE streams SET closed = 1 WHERE id = ?', stream.id);
  store.publish({ kind: 'chunks', runId, stream: name });
}

/** Whether some of the appends cannot get their indexes. */
export const appendsHaveMoved = (store: Store, appends: readonly StreamAppend[]): boolean =>
  appends.some(({ runId, stream: name, chunks, index }) => {
    if (index === undefined) return false;
    const run = findRow(store, runId);
    const stream = run && findStream(store, run.id, name);
    if (stream && (stream.closed === 1 || hasEnded(run))) return false;
    return haveMoved({ end: stream?.next_index ?? 0, index, count: chunks.length });
  });

/** Executes the appends of a commit of the run `committing`, which may also end that run. */
export function carryAppends(store: Store, committing: RunId, appends: readonly StreamAppend[]): void {
  for (const { runId, stream: name, chunks, closes } of appends) {
    const run = findRow(store, runId);
    if (!run || (runId !== committing && hasEnded(run))) continue;
    const { id, next_index: end, closed } = findStream(store, run.id, name) ?? createStream(store, run.id, name);
    if (closed) continue;
    insertChunks(store, { id, end }, chunks);
    if (closes) store.run('UPDATE streams SET closed = 1 WHERE id = ?', id);
    store.publish({ kind: 'chunks', runId, stream: name });
  }
}

/** See `World.readChunks`. */
export function readChunks(
  store: Store,
  { runId, name }: StreamName,
  from: number,
  limit: number,
  bytesMax = Infinity,
): ChunkPage {
  const run = findRow(store, runId);
  if (!run) return { chunks: [], nextIndex: 0, closed: true };
  const isOver = hasEnded(run);
  const stream = findStream(store, run.id, name);
  if (!stream) return { chunks: [], nextIndex: 0, closed: isOver };
  // Chunks that were appended after the stream was looked up are left out, so that the three answers fit together.
  const end = Math.min(from + limit, stream.next_index);
  const text = 'SELECT n, data FROM chunks WHERE stream = ? AND n >= ? AND n < ? ORDER BY n';
  const chunks: (Chunk | null)[] = [];
  const fillTo = (length: number): void => {
    while (chunks.length < length) chunks.push(null);
  };
  let bytes = 0;
  for (const { n, data } of store.each<{ n: number; data: Chunk }>(text, stream.id, from, end)) {
    fillTo(n - from);
    chunks.push(data);
    if ((bytes += data.length) >= bytesMax) break;
  }
  if (bytes < bytesMax) fillTo(end - from);
  return { chunks, nextIndex: stream.next_index, closed: stream.closed === 1 || isOver };
}

/** See `World.readStepChunks`. */
export function readStepChunks(
  store: Store,
  { runId, name }: StreamName,
  call: StepCallKey,
  range: StepChunkRange,
): StepChunk[] {
  const run = findRow(store, runId);
  const stream = run && findStream(store, run.id, name);
  return stream ? readWritten(store, stream.id, call, range) : [];
}

/** See `World.listStreams`. */
export function listStreams(store: Store, runId: RunId): StreamRecord[] {
  const run = findRow(store, runId);
  if (!run) return [];
  const isOver = hasEnded(run);
  const text = 'SELECT id, name, next_index, closed FROM streams WHERE run = ? ORDER BY name';
  return store
    .all<StreamRow & { name: string }>(text, run.id)
    .map(({ name, next_index: nextIndex, closed }) => ({ stream: name, nextIndex, closed: closed === 1 || isOver }));
}

/** Appends chunks. Returns the index after the last one. */
function insertChunks(store: Store, { id, end }: { id: number; end: number }, chunks: readonly Chunk[]): number {
  for (const [i, chunk] of chunks.entries()) store.run(INSERT_CHUNK, id, end + i, chunk);
  const nextIndex = end + chunks.length;
  store.run('UPDATE streams SET next_index = ? WHERE id = ?', nextIndex, id);
  return nextIndex;
}

/** A stream of run number `run` by its name. */
export const findStream = (store: Store, run: number, name: string): StreamRow | undefined =>
  store.first<StreamRow>('SELECT id, next_index, closed FROM streams WHERE run = ? AND name = ?', run, name);

/** Creates an empty stream. */
export function createStream(store: Store, run: number, name: string): StreamRow {
  const { lastId } = store.run('INSERT INTO streams VALUES (NULL, ?, ?, 0, 0)', run, name);
  return { id: lastId, next_index: 0, closed: 0 };
}
