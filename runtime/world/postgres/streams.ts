/** Streams of runs: chunks numbered from 0. The row of a stream is locked by whoever appends to it. */
import type { RunId } from '../../contract/ids.ts';
import { haveMoved } from '../commit-rules.ts';
import { hasEnded } from '../rows/run-status.ts';
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
import { type ChunkCells, fromChunkCells, toChunkLists } from './chunk-cells.ts';
import type { Database } from './database.ts';
import { Overtaken } from './failure.ts';
import { findRow, toRunIdCell } from './run-row.ts';
import type { Session } from './session.ts';
import { dropFrom, forgetWriters, isFenced, LENGTHEN, noteWriter, placeChunks, readWritten } from './step-chunks.ts';
import { fromTextCell, toTextCell } from './text-cell.ts';

/** A stream by its public name. */
export interface StreamName {
  runId: RunId;
  name: string;
}

interface StreamRow {
  id: number;
  next_index: number;
  closed: boolean;
}

const OF_RUN = 'run = (select id from @runs where run_id = $1) and name = $2';

const APPEND = `with stream as (
    update @streams set next_index = next_index + $3 where ${OF_RUN} and not closed
      and ($6::bigint is null or next_index = $6) returning id, next_index),
  added as (insert into @chunks select stream.id, stream.next_index - $3 + chunk.i - 1, chunk.data, chunk.bytes
    from stream, unnest($4::text[], $5::bytea[]) with ordinality as chunk(data, bytes, i))
  select next_index from stream`;

/** See `World.appendChunks`. One statement, unless the stream is new or an earlier attempt has written to it. */
export async function appendChunks(
  db: Database,
  stream: StreamName,
  chunks: readonly Chunk[],
  by: AppendCondition,
): Promise<AppendOutcome> {
  const quick = await db.ask((session) => appendToKnown(session, stream, chunks, by));
  return quick ?? (await db.transaction((session) => appendCarefully(session, stream, chunks, by)));
}

/** Who appends, and from which index on. */
interface AppendCondition {
  writer: ChunkWriter | undefined;
  index: number | undefined;
}

async function appendToKnown(
  session: Session,
  { runId, name }: StreamName,
  chunks: readonly Chunk[],
  { writer, index }: AppendCondition,
): Promise<AppendOutcome | null> {
  const values = [toRunIdCell(runId), toTextCell(name), chunks.length, ...toChunkLists(chunks)];
  const writing = writer
    ? [writer.runId, writer.call, writer.epoch, writer.attempt, writer.position, writer.takenBy ?? null]
    : [];
  const row = await session.first<{ next_index: number }>(writer ? LENGTHEN : APPEND, [
    ...values,
    ...writing,
    index ?? null,
  ]);
  if (!row) return null;
  session.publish({ kind: 'chunks', runId, stream: name });
  return { ok: true, nextIndex: row.next_index };
}

async function appendCarefully(
  session: Session,
  { runId, name }: StreamName,
  chunks: readonly Chunk[],
  { writer, index }: AppendCondition,
): Promise<AppendOutcome> {
  const run = await findRow(session, runId);
  if (!run) return { ok: false, reason: 'not_found' };
  const found = await lockStream(session, run.id, name);
  if (hasEnded(run) || found?.closed) return { ok: false, reason: 'ended' };
  if (writer && (await isFenced(session, found?.id, writer))) return { ok: false, reason: 'fenced' };

  const stream = found ?? (await createStream(session, run.id, name));
  if (!stream || stream.closed) return { ok: false, reason: 'ended' };
  const { id, next_index: end } = stream;
  const place = { stream: id, end, index };
  const fresh = writer ? await placeChunks(session, { ...place, writer }, chunks) : chunks;
  if (!fresh || (!writer && haveMoved({ ...place, count: chunks.length }))) return { ok: false, reason: 'moved' };
  const nextIndex = await insertChunks(session, { id, end }, fresh);
  session.publish({ kind: 'chunks', runId, stream: name });
  return { ok: true, nextIndex };
}

/** See `World.finishAppends`. */
export async function finishAppends(
  session: Session,
  { runId, name }: StreamName,
  writer: ChunkWriter,
): Promise<AppendOutcome> {
  const run = await findRow(session, runId);
  if (!run) return { ok: false, reason: 'not_found' };
  if (hasEnded(run)) return { ok: false, reason: 'ended' };
  const stream = await lockStream(session, run.id, name);
  if (await isFenced(session, stream?.id, writer)) return { ok: false, reason: 'fenced' };
  if (!stream) return { ok: true, nextIndex: 0 };
  const id = await noteWriter(session, stream.id, writer);
  const hasDropped = await dropFrom(session, { stream: stream.id, writer: id }, writer.position);
  if (hasDropped) session.publish({ kind: 'chunks', runId, stream: name });
  return { ok: true, nextIndex: stream.next_index };
}

/** See `World.closeStream`. */
export async function closeStream(session: Session, { runId, name }: StreamName): Promise<void> {
  const run = await findRow(session, runId);
  if (!run) return;
  const stream = (await lockStream(session, run.id, name)) ?? (await createStream(session, run.id, name));
  if (!stream) return;
  await session.run('update @streams set closed = true where id = $1', [stream.id]);
  session.publish({ kind: 'chunks', runId, stream: name });
}

/** Whether some of the appends cannot get their indexes. It takes their streams, so that nobody changes that. */
export async function appendsHaveMoved(session: Session, appends: readonly StreamAppend[]): Promise<boolean> {
  for (const { runId, stream: name, chunks, index } of appends) {
    if (index === undefined) continue;
    const run = await findRow(session, runId);
    const stream = run && (await lockStream(session, run.id, name));
    const takesNothing = stream && (stream.closed || hasEnded(run));
    if (!takesNothing && haveMoved({ end: stream?.next_index ?? 0, index, count: chunks.length })) return true;
  }
  return false;
}

/** Executes the appends of a commit of the run `committing`, which may also end that run. */
export async function carryAppends(
  session: Session,
  committing: RunId,
  appends: readonly StreamAppend[],
): Promise<void> {
  for (const { runId, stream: name, chunks, closes, index } of appends) {
    const run = await findRow(session, runId);
    if (!run || (runId !== committing && hasEnded(run))) continue;
    const found = await lockStream(session, run.id, name);
    const stream = found ?? (await createStream(session, run.id, name, { isOwn: runId === committing }));
    if (!stream || stream.closed) continue;
    // Somebody else has just created it.
    if (haveMoved({ end: stream.next_index, index, count: chunks.length })) throw new Overtaken();
    await insertChunks(session, { id: stream.id, end: stream.next_index }, chunks);
    if (closes) await session.run('update @streams set closed = true where id = $1', [stream.id]);
    session.publish({ kind: 'chunks', runId, stream: name });
  }
}

/** Closes the streams of a run that ends: nobody appends to them any more. */
export const closeStreams = (session: Session, run: number): Promise<number> =>
  session.run('update @streams set closed = true where run = $1 and not closed', [run]);

/** See `World.readChunks`. */
export async function readChunks(
  session: Session,
  { runId, name }: StreamName,
  from: number,
  limit: number,
  bytesMax = Infinity,
): Promise<ChunkPage> {
  const run = await findRow(session, runId);
  if (!run) return { chunks: [], nextIndex: 0, closed: true };
  const isOver = hasEnded(run);
  const stream = await findStream(session, run.id, name);
  if (!stream) return { chunks: [], nextIndex: 0, closed: isOver };
  // Chunks that were appended after the stream was looked up are left out, so that the three answers fit together.
  const end = Math.min(from + limit, stream.next_index);
  const rows = await session.all<ChunkCells & { n: number }>(READ, [stream.id, from, end, toBytesLimit(bytesMax)]);
  const chunks: (Chunk | null)[] = [];
  const fillTo = (length: number): void => {
    while (chunks.length < length) chunks.push(null);
  };
  let bytes = 0;
  for (const { n, ...cells } of rows) {
    const chunk = fromChunkCells(cells);
    fillTo(n - from);
    chunks.push(chunk);
    if ((bytes += chunk.length) >= bytesMax) break;
  }
  if (bytes < bytesMax) fillTo(end - from);
  return { chunks, nextIndex: stream.next_index, closed: stream.closed || isOver };
}

/** The database counts what comes before each chunk, so that it sends no more than is wanted. */
const READ = `select n, data, bytes from (
    select n, data, bytes, sum(coalesce(length(data), octet_length(bytes)))
      over (order by n rows between unbounded preceding and 1 preceding) as before
    from @chunks where stream = $1 and n >= $2 and n < $3
  ) as page where before is null or before < $4 order by n`;

/** A limit as the database takes it. */
const toBytesLimit = (bytesMax: number): number => Math.min(bytesMax, Number.MAX_SAFE_INTEGER);

/** See `World.readStepChunks`. */
export async function readStepChunks(
  session: Session,
  { runId, name }: StreamName,
  call: StepCallKey,
  range: StepChunkRange,
): Promise<StepChunk[]> {
  const run = await findRow(session, runId);
  const stream = run && (await findStream(session, run.id, name));
  return stream ? await readWritten(session, stream.id, call, range) : [];
}

/** See `World.listStreams`. */
export async function listStreams(session: Session, runId: RunId): Promise<StreamRecord[]> {
  const text = `select s.name, s.next_index, s.closed or r.status > 1 as closed from @streams s
    join @runs r on r.id = s.run where r.run_id = $1`;
  const rows = await session.all<StreamRow & { name: string }>(text, [toRunIdCell(runId)]);
  const streams = rows.map(({ name, next_index: nextIndex, closed }) => ({
    stream: fromTextCell(name),
    nextIndex,
    closed,
  }));
  // Databases order text by rules of their own.
  return streams.sort((one, other) => (one.stream < other.stream ? -1 : 1));
}

/** Removes those streams of a run whose names are wanted away. */
export async function removeStreams(session: Session, run: number, isOld: (name: string) => boolean): Promise<void> {
  const rows = await session.all<{ id: number; name: string }>('select id, name from @streams where run = $1', [run]);
  const ids = rows.filter(({ name }) => isOld(fromTextCell(name))).map(({ id }) => id);
  if (ids.length === 0) return;
  await session.run('delete from @chunks where stream = any($1)', [ids]);
  await forgetWriters(session, ids);
  await session.run('delete from @streams where id = any($1)', [ids]);
}

/** Appends chunks. Returns the index after the last one. */
async function insertChunks(
  session: Session,
  { id, end }: { id: number; end: number },
  chunks: readonly Chunk[],
): Promise<number> {
  const nextIndex = end + chunks.length;
  if (chunks.length === 0) return nextIndex;
  const text = `insert into @chunks select $1, $2 + chunk.i - 1, chunk.data, chunk.bytes
    from unnest($3::text[], $4::bytea[]) with ordinality as chunk(data, bytes, i)`;
  await session.run(text, [id, end, ...toChunkLists(chunks)]);
  await session.run('update @streams set next_index = $2 where id = $1', [id, nextIndex]);
  return nextIndex;
}

const findStream = (session: Session, run: number, name: string): Promise<StreamRow | undefined> =>
  session.first<StreamRow>('select id, next_index, closed from @streams where run = $1 and name = $2', [
    run,
    toTextCell(name),
  ]);

const lockStream = (session: Session, run: number, name: string): Promise<StreamRow | undefined> =>
  session.first<StreamRow>('select id, next_index, closed from @streams where run = $1 and name = $2 for update', [
    run,
    toTextCell(name),
  ]);

/**
 * Creates a stream, or takes the one that somebody else has just created. The run must not end meanwhile, because its
 * end closes the streams that there are.
 * @param options.isOwn The transaction has the run already, and may end it.
 * @returns `null`: the run has ended.
 */
async function createStream(
  session: Session,
  run: number,
  name: string,
  { isOwn = false } = {},
): Promise<StreamRow | null> {
  const isLive =
    isOwn || (await session.first('select 1 from @runs where id = $1 and status in (0, 1) for share', [run]));
  if (!isLive) return null;
  const text = `insert into @streams as s (run, name, next_index, closed) values ($1, $2, 0, false)
    on conflict (run, name) do update set name = excluded.name returning s.id, s.next_index, s.closed`;
  return (await session.first<StreamRow>(text, [run, toTextCell(name)]))!;
}
