/**
 * What step calls write to streams: each attempt counts its chunks from position 0, and a chunk takes the place of the one
 * that an earlier attempt had at its position. Places are kept as ranges, so that an attempt that writes alone has one.
 */
import { isSuperseded, type LatestWriter } from '../commit-rules.ts';
import type { Chunk, ChunkWriter } from '../world.ts';
import { findRow, type RunRow } from './run-row.ts';
import type { Store } from './store.ts';

interface WriterRow extends LatestWriter {
  id: number;
}

/** The chunks at `position` and after are at `n` and after in the stream. */
interface Range {
  position: number;
  n: number;
  count: number;
}

/**
 * The writer's run has another owner, or a later attempt of the call has written.
 * @param run That of the stream.
 * @param stream Absent when there is none yet.
 */
export function isFenced(
  store: Store,
  { run, stream }: { run: RunRow; stream: number | undefined },
  writer: ChunkWriter,
): boolean {
  const writing = writer.runId === run.run_id ? run : findRow(store, writer.runId);
  if (writing?.epoch !== writer.epoch) return true;
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
 * Writes the chunks that have a place in the stream already.
 * @param end Index after the last chunk of the stream.
 * @returns The others, which are to be appended: their places are noted.
 */
export function placeChunks(
  store: Store,
  { stream, end, writer }: { stream: number; end: number; writer: ChunkWriter },
  chunks: readonly Chunk[],
): Chunk[] {
  const id = noteWriter(store, stream, writer);
  const ranges = findRanges(store, id, writer.position, writer.position + chunks.length);
  const fresh: Chunk[] = [];
  for (const [i, chunk] of chunks.entries()) {
    const position = writer.position + i;
    const range = ranges.find((known) => known.position <= position && position < known.position + known.count);
    if (range) replaceChunk(store, stream, range.n + position - range.position, chunk);
    else {
      lengthen(ranges, { position, n: end + fresh.length, count: 1 });
      fresh.push(chunk);
    }
  }
  if (fresh.length > 0) for (const range of ranges) saveRange(store, id, range);
  return fresh;
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

/** Forgets who wrote to a stream. */
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
function findRanges(store: Store, writer: number, from: number, until: number): Range[] {
  const text = `SELECT position, n, count FROM chunk_ranges WHERE writer = ? AND position < ? AND position >=
    coalesce((SELECT max(position) FROM chunk_ranges WHERE writer = ? AND position <= ?), 0) ORDER BY position`;
  return store.all<Range>(text, writer, until, writer, from);
}

/** Adds a place: at the end of a range when it follows it on both sides, else as a range of its own. */
function lengthen(ranges: Range[], { position, n, count }: Range): void {
  const before = ranges.find((range) => range.position + range.count === position && range.n + range.count === n);
  if (before) before.count += count;
  else ranges.push({ position, n, count });
}

function saveRange(store: Store, writer: number, { position, n, count }: Range): void {
  const text = `INSERT INTO chunk_ranges VALUES (?, ?, ?, ?)
    ON CONFLICT (writer, position) DO UPDATE SET n = excluded.n, count = excluded.count`;
  store.run(text, writer, position, n, count);
}

function replaceChunk(store: Store, stream: number, n: number, chunk: Chunk): void {
  // Node 22 hands over empty bytes as NULL.
  store.run("UPDATE chunks SET data = coalesce(?, x'') WHERE stream = ? AND n = ?", chunk, stream, n);
}
