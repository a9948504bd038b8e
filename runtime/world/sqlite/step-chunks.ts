/**
 * Chunks that step calls write to streams. Each attempt counts its chunks from position 0, so that chunks of an earlier
 * attempt are found again. Positions are stored as ranges: a call that writes alone has one range.
 */
import { haveMoved, isSameChunk, isSuperseded, type LatestWriter } from '../commit-rules.ts';
import type { Chunk, ChunkRange, ChunkWriter, StepCallKey, StepChunk, StepChunkRange } from '../world.ts';
import { hasTaken } from './offers.ts';
import { findRow, type RunRow } from './run-row.ts';
import type { Store } from './store.ts';

interface WriterRow extends LatestWriter {
  id: number;
}

/**
 * Whether the writer's run has another owner, or a later attempt of the call has written.
 * @param run The run of the stream.
 * @param stream Absent when the stream does not exist yet.
 */
export function isFenced(
  store: Store,
  { run, stream }: { run: RunRow; stream: number | undefined },
  writer: ChunkWriter,
): boolean {
  const writing = writer.runId === run.run_id ? run : findRow(store, writer.runId);
  const mayWrite = writer.takenBy ? hasTaken(store, writer.takenBy, writer) : writing?.epoch === writer.epoch;
  if (!mayWrite) return true;
  const latest = stream === undefined ? undefined : findWriter(store, stream, writer);
  return latest !== undefined && isSuperseded(writer, latest);
}

/** Makes the attempt of a writer the latest of its call. Returns the internal id of the call as a writer. */
export function noteWriter(store: Store, stream: number, writer: ChunkWriter): number {
  const { runId, call, epoch, attempt } = writer;
  const known = findWriter(store, stream, writer);
  if (!known) {
    const text = 'INSERT INTO chunk_writers (stream, run_id, call, epoch, attempt) VALUES (?, ?, ?, ?, ?)';
    return store.run(text, stream, runId, call, epoch, attempt).lastId;
  }
  if (known.epoch !== epoch || known.attempt !== attempt)
    store.run('UPDATE chunk_writers SET epoch = ?, attempt = ? WHERE id = ?', epoch, attempt, known.id);
  return known.id;
}

/**
 * Leaves chunks where they are that the call has written before. From the first chunk that differs, drops what the call
 * wrote.
 * @param end Index after the last chunk of the stream.
 * @param index The index that the first of the chunks is meant for.
 * @returns The chunks to append, whose positions are now stored; `null`: they would get other indexes.
 */
export function placeChunks(
  store: Store,
  { stream, end, index, writer }: { stream: number; end: number; index: number | undefined; writer: ChunkWriter },
  chunks: readonly Chunk[],
): readonly Chunk[] | null {
  const id = noteWriter(store, stream, writer);
  const ranges = findRanges(store, id, writer.position, writer.position + chunks.length);
  const known = countKnown(store, { stream, ranges, writer }, chunks);
  const fresh = known === 0 ? chunks : chunks.slice(known);
  if (fresh.length === 0) return fresh;
  if (haveMoved({ end, index, count: chunks.length, known })) return null;
  const position = writer.position + known;
  const isWritten = indexOf(ranges, position) !== null;
  if (isWritten) dropFrom(store, { stream, writer: id }, position);
  const before = isWritten ? findRanges(store, id, position, position).at(-1) : ranges.at(-1);
  saveRange(store, id, lengthened(before, { position, n: end, count: fresh.length }));
  return fresh;
}

/** How many of the chunks, from the first on, the stream already holds. */
function countKnown(
  store: Store,
  { stream, ranges, writer }: { stream: number; ranges: readonly ChunkRange[]; writer: ChunkWriter },
  chunks: readonly Chunk[],
): number {
  const differing = chunks.findIndex((chunk, i) => {
    const n = indexOf(ranges, writer.position + i);
    return n === null || !isSameChunk(readChunk(store, stream, n), chunk);
  });
  return differing < 0 ? chunks.length : differing;
}

/** The index in the stream of the chunk at a position; `null`: there is none. */
function indexOf(ranges: readonly ChunkRange[], position: number): number | null {
  const range = ranges.find((known) => known.position <= position && position < known.position + known.count);
  return range ? range.n + position - range.position : null;
}

/** Drops the chunks of a writer from a position on. Returns whether there were any. */
export function dropFrom(
  store: Store,
  { stream, writer }: { stream: number; writer: number },
  position: number,
): boolean {
  const ranges = findRanges(store, writer, position, Number.MAX_SAFE_INTEGER).filter(
    (range) => range.position + range.count > position,
  );
  for (const range of ranges) {
    const kept = Math.max(0, position - range.position);
    store.run(
      'DELETE FROM chunks WHERE stream = ? AND n >= ? AND n < ?',
      stream,
      range.n + kept,
      range.n + range.count,
    );
    if (kept > 0) saveRange(store, writer, { ...range, count: kept });
    else store.run('DELETE FROM chunk_ranges WHERE writer = ? AND position = ?', writer, range.position);
  }
  return ranges.length > 0;
}

/** The chunks of a call that the stream holds, by position, up to the first that is missing. */
export function readWritten(
  store: Store,
  stream: number,
  { runId, call }: StepCallKey,
  { from = 0, limit = -1, bytesMax = Infinity }: StepChunkRange,
): StepChunk[] {
  const text = `SELECT position + chunks.n - chunk_ranges.n AS at, chunks.n, data FROM chunk_writers JOIN chunk_ranges ON chunk_ranges.writer = chunk_writers.id
    JOIN chunks ON chunks.stream = chunk_writers.stream
      AND chunks.n >= chunk_ranges.n + max(0, ? - position) AND chunks.n < chunk_ranges.n + chunk_ranges.count
    WHERE chunk_writers.stream = ? AND run_id = ? AND call = ? AND position + count > ?
    ORDER BY position, chunks.n LIMIT ?`;
  const chunks: StepChunk[] = [];
  let bytes = 0;
  const rows = store.each<{ at: number; n: number; data: Chunk }>(text, from, stream, runId, call, from, limit);
  for (const { at, n: index, data: chunk } of rows) {
    if (at !== from + chunks.length) break;
    chunks.push({ index, chunk });
    if ((bytes += chunk.length) >= bytesMax) break;
  }
  return chunks;
}

/** Forgets which calls wrote to a stream. */
export function forgetWriters(store: Store, stream: number): void {
  store.run('DELETE FROM chunk_ranges WHERE writer IN (SELECT id FROM chunk_writers WHERE stream = ?)', stream);
  store.run('DELETE FROM chunk_writers WHERE stream = ?', stream);
}

const findWriter = (store: Store, stream: number, { runId, call }: ChunkWriter): WriterRow | undefined =>
  store.first<WriterRow>(
    'SELECT id, epoch, attempt FROM chunk_writers WHERE stream = ? AND run_id = ? AND call = ?',
    stream,
    runId,
    call,
  );

/** The ranges between two positions, and the one before them, in order. */
function findRanges(store: Store, writer: number, from: number, until: number): ChunkRange[] {
  const text = `SELECT position, n, count FROM chunk_ranges WHERE writer = ? AND position < ? AND position >=
    coalesce((SELECT max(position) FROM chunk_ranges WHERE writer = ? AND position <= ?), 0) ORDER BY position`;
  return store.all<ChunkRange>(text, writer, until, writer, from);
}

/** Joins a range to the one before it when they are adjacent in both ways; otherwise returns the range alone. */
function lengthened(before: ChunkRange | undefined, { position, n, count }: ChunkRange): ChunkRange {
  const follows = before && before.position + before.count === position && before.n + before.count === n;
  return follows ? { ...before, count: before.count + count } : { position, n, count };
}

/** Stores a range of a writer, in place of the one at its position. */
export function saveRange(store: Store, writer: number, { position, n, count }: ChunkRange): void {
  const text = `INSERT INTO chunk_ranges VALUES (?, ?, ?, ?)
    ON CONFLICT (writer, position) DO UPDATE SET n = excluded.n, count = excluded.count`;
  store.run(text, writer, position, n, count);
}

const readChunk = (store: Store, stream: number, n: number): Chunk =>
  store.first<{ data: Chunk }>('SELECT data FROM chunks WHERE stream = ? AND n = ?', stream, n)!.data;
