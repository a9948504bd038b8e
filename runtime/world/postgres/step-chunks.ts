/**
 * Chunks that step calls write to streams. Each attempt counts its chunks from position 0, so that chunks of an earlier
 * attempt are found again. Positions are stored as ranges: a call that writes alone has one range. The row of the
 * stream is locked while they change.
 */
import { haveMoved, isSameChunk, isSuperseded, type LatestWriter } from '../commit-rules.ts';
import type { Chunk, ChunkWriter, StepCallKey, StepChunk, StepChunkRange } from '../world.ts';
import { type ChunkCells, fromChunkCells } from './chunk-cells.ts';
import type { Session } from './session.ts';

interface WriterRow extends LatestWriter {
  id: number;
}

/** The chunks at `position` and after are at `n` and after in the stream. */
interface Range {
  position: number;
  n: number;
  count: number;
}

/** Whether the run `r` lets an attempt write: its owner does, or the worker has taken the attempt from an offer. */
const MAY_WRITE = (r: string, [call, epoch, attempt, takenBy]: [string, string, string, string]): string =>
  `case when ${takenBy}::text is null then ${r}.epoch = ${epoch} else exists (select 1 from @offers o
    where o.run = ${r}.id and o.call = ${call} and o.attempt = ${attempt} and o.taken_by = ${takenBy}) end`;

/**
 * Appends chunks of the attempt that wrote last, right after its last chunk, which is the last one of the stream: one
 * statement, which finds nothing in any other case. Each row is taken in the form that it has once it is locked.
 */
export const LENGTHEN = `with stream as materialized (
    select id, next_index from @streams
    where run = (select id from @runs where run_id = $1) and name = $2 and not closed for update),
  meant as (select id, next_index from stream where $12::bigint is null or next_index = $12),
  writer as (
    update @chunk_writers w set attempt = w.attempt from meant
    where w.stream = meant.id and w.run_id = $6 and w.call = $7 and w.epoch = $8 and w.attempt = $9
      and exists (select 1 from @runs r where r.run_id = $6 and ${MAY_WRITE('r', ['$7', '$8', '$9', '$11'])})
    returning w.id),
  longer as (
    update @chunk_ranges r set count = r.count + $3 from stream, writer
    where r.writer = writer.id and r.position + r.count = $10 and r.n + r.count = stream.next_index
      and not exists (select 1 from @chunk_ranges later where later.writer = writer.id and later.position > r.position)
    returning r.writer),
  grown as (
    update @streams s set next_index = s.next_index + $3 from stream, longer where s.id = stream.id
    returning s.id, s.next_index),
  added as (insert into @chunks select grown.id, grown.next_index - $3 + chunk.i - 1, chunk.data, chunk.bytes
    from grown, unnest($4::text[], $5::bytea[]) with ordinality as chunk(data, bytes, i))
  select next_index from grown`;

/**
 * Whether the writer's run has another owner, or a later attempt of the call has written.
 * @param stream Absent when the stream does not exist yet.
 */
export async function isFenced(session: Session, stream: number | undefined, writer: ChunkWriter): Promise<boolean> {
  const { runId, call, epoch, attempt, takenBy = null } = writer;
  const text = `select 1 from @runs r where r.run_id = $1 and ${MAY_WRITE('r', ['$2', '$3', '$4', '$5'])}`;
  if (!(await session.first(text, [runId, call, epoch, attempt, takenBy]))) return true;
  const latest = stream === undefined ? undefined : await findWriter(session, stream, writer);
  return latest !== undefined && isSuperseded(writer, latest);
}

/** Makes the attempt of a writer the latest of its call. Returns the internal id of the call as a writer. */
export async function noteWriter(session: Session, stream: number, writer: ChunkWriter): Promise<number> {
  const { runId, call, epoch, attempt } = writer;
  const text = `insert into @chunk_writers (stream, run_id, call, epoch, attempt) values ($1, $2, $3, $4, $5)
    on conflict (stream, run_id, call) do update set epoch = excluded.epoch, attempt = excluded.attempt returning id`;
  return (await session.first<{ id: number }>(text, [stream, runId, call, epoch, attempt]))!.id;
}

/**
 * Leaves chunks where they are that the call has written before. From the first chunk that differs, drops what the call
 * wrote.
 * @param end Index after the last chunk of the stream.
 * @param index The index that the first of the chunks is meant for.
 * @returns The chunks to append, whose positions are now stored; `null`: they would get other indexes.
 */
export async function placeChunks(
  session: Session,
  { stream, end, index, writer }: { stream: number; end: number; index: number | undefined; writer: ChunkWriter },
  chunks: readonly Chunk[],
): Promise<readonly Chunk[] | null> {
  const id = await noteWriter(session, stream, writer);
  const ranges = await findRanges(session, id, writer.position, writer.position + chunks.length);
  const known = await countKnown(session, { stream, ranges, writer }, chunks);
  const fresh = known === 0 ? chunks : chunks.slice(known);
  if (fresh.length === 0) return fresh;
  if (haveMoved({ end, index, count: chunks.length, known })) return null;
  const position = writer.position + known;
  const isWritten = indexOf(ranges, position) !== null;
  if (isWritten) await dropFrom(session, { stream, writer: id }, position);
  const before = isWritten ? (await findRanges(session, id, position, position)).at(-1) : ranges.at(-1);
  await saveRange(session, id, lengthened(before, { position, n: end, count: fresh.length }));
  return fresh;
}

/** How many of the chunks, from the first on, the stream already holds. */
async function countKnown(
  session: Session,
  { stream, ranges, writer }: { stream: number; ranges: readonly Range[]; writer: ChunkWriter },
  chunks: readonly Chunk[],
): Promise<number> {
  for (const [i, chunk] of chunks.entries()) {
    const n = indexOf(ranges, writer.position + i);
    if (n === null || !isSameChunk(await readChunk(session, stream, n), chunk)) return i;
  }
  return chunks.length;
}

/** The index in the stream of the chunk at a position; `null`: there is none. */
function indexOf(ranges: readonly Range[], position: number): number | null {
  const range = ranges.find((known) => known.position <= position && position < known.position + known.count);
  return range ? range.n + position - range.position : null;
}

/** Drops the chunks of a writer from a position on. Returns whether there were any. */
export async function dropFrom(
  session: Session,
  { stream, writer }: { stream: number; writer: number },
  position: number,
): Promise<boolean> {
  const ranges = (await findRanges(session, writer, position, Number.MAX_SAFE_INTEGER)).filter(
    (range) => range.position + range.count > position,
  );
  for (const range of ranges) {
    const kept = Math.max(0, position - range.position);
    await session.run('delete from @chunks where stream = $1 and n >= $2 and n < $3', [
      stream,
      range.n + kept,
      range.n + range.count,
    ]);
    if (kept > 0) await saveRange(session, writer, { ...range, count: kept });
    else await session.run('delete from @chunk_ranges where writer = $1 and position = $2', [writer, range.position]);
  }
  return ranges.length > 0;
}

/** The chunks of a call that the stream holds, by position, up to the first that is missing. */
export async function readWritten(
  session: Session,
  stream: number,
  { runId, call }: StepCallKey,
  { from = 0, limit = Number.MAX_SAFE_INTEGER, bytesMax = Infinity }: StepChunkRange,
): Promise<StepChunk[]> {
  const text = `select r.position + c.n - r.n as at, c.n, c.data, c.bytes from @chunk_writers w
    join @chunk_ranges r on r.writer = w.id
    join @chunks c on c.stream = w.stream and c.n >= r.n + greatest(0, $4 - r.position) and c.n < r.n + r.count
    where w.stream = $1 and w.run_id = $2 and w.call = $3 and r.position + r.count > $4
    order by r.position, c.n limit $5`;
  const chunks: StepChunk[] = [];
  let bytes = 0;
  while (chunks.length < limit && bytes < bytesMax) {
    const next = from + chunks.length;
    const asked = Math.min(limit - chunks.length, CHUNKS_AT_ONCE);
    const rows = await session.all<ChunkCells & { at: number; n: number }>(text, [stream, runId, call, next, asked]);
    for (const { at, n: index, ...cells } of rows) {
      if (at !== from + chunks.length) return chunks;
      const chunk = fromChunkCells(cells);
      chunks.push({ index, chunk });
      if ((bytes += chunk.length) >= bytesMax) return chunks;
    }
    if (rows.length < asked) return chunks;
  }
  return chunks;
}

const CHUNKS_AT_ONCE = 256;

/** Forgets which calls wrote to streams. */
export async function forgetWriters(session: Session, streams: readonly number[]): Promise<void> {
  await session.run(
    'delete from @chunk_ranges where writer in (select id from @chunk_writers where stream = any($1))',
    [streams],
  );
  await session.run('delete from @chunk_writers where stream = any($1)', [streams]);
}

const findWriter = (session: Session, stream: number, { runId, call }: ChunkWriter): Promise<WriterRow | undefined> =>
  session.first<WriterRow>(
    'select id, epoch, attempt from @chunk_writers where stream = $1 and run_id = $2 and call = $3',
    [stream, runId, call],
  );

/** The ranges between two positions, and the one before them, in order. */
function findRanges(session: Session, writer: number, from: number, until: number): Promise<Range[]> {
  const text = `select position, n, count from @chunk_ranges where writer = $1 and position < $3 and position >=
    coalesce((select max(position) from @chunk_ranges where writer = $1 and position <= $2), 0) order by position`;
  return session.all<Range>(text, [writer, from, until]);
}

/** Joins a range to the one before it when they are adjacent in both ways; otherwise returns the range alone. */
function lengthened(before: Range | undefined, { position, n, count }: Range): Range {
  const follows = before && before.position + before.count === position && before.n + before.count === n;
  return follows ? { ...before, count: before.count + count } : { position, n, count };
}

async function saveRange(session: Session, writer: number, { position, n, count }: Range): Promise<void> {
  const text = `insert into @chunk_ranges values ($1, $2, $3, $4)
    on conflict (writer, position) do update set n = excluded.n, count = excluded.count`;
  await session.run(text, [writer, position, n, count]);
}

async function readChunk(session: Session, stream: number, n: number): Promise<Chunk> {
  const row = await session.first<ChunkCells>('select data, bytes from @chunks where stream = $1 and n = $2', [
    stream,
    n,
  ]);
  return fromChunkCells(row!);
}
