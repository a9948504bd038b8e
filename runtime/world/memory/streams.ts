/** Streams of runs: chunks numbered from 0. */
import type { RunId } from '../../contract/ids.ts';
import { isTerminal } from '../../journal/events.ts';
import { haveMoved, isSameChunk, isSuperseded, type LatestWriter } from '../commit-rules.ts';
import { byText } from '../text-order.ts';
import type {
  AppendOutcome,
  Chunk,
  ChunkPage,
  ChunkRange,
  ChunkWriter,
  RunPart,
  StepCallKey,
  StepChunk,
  StepChunkRange,
  StoredStream,
  StoredWriter,
  StreamAppend,
  StreamRecord,
} from '../world.ts';
import type { MemoryRun } from './memory-run.ts';
import type { MemoryState } from './memory-state.ts';
import { hasTaken } from './offers.ts';

/** One stream of a run. */
export interface MemoryStream {
  /** `null`: dropped. */
  chunks: (Chunk | null)[];
  closed: boolean;
  /** By run and call. */
  writers: Map<string, StepWriter>;
}

/** A step call that writes to a stream. */
interface StepWriter extends LatestWriter {
  /** Indexes of the chunks of its attempts, by position among them. */
  indexes: Map<number, number>;
}

/** Where chunks are to go. */
interface AppendPlace {
  runId: RunId;
  stream: string;
  writer: ChunkWriter | undefined;
  index: number | undefined;
}

/** See {@link World.appendChunks}. */
export function appendChunks(
  state: MemoryState,
  { runId, stream: name, writer, index }: AppendPlace,
  chunks: readonly Chunk[],
): AppendOutcome {
  const run = state.runs.get(runId);
  if (!run) return { ok: false, reason: 'not_found' };
  const stream = streamOf(run, name);
  if (stream.closed || isTerminal(run.record.status)) return { ok: false, reason: 'ended' };
  if (writer && isFenced(state, stream, writer)) return { ok: false, reason: 'fenced' };
  run.streams.set(name, stream);
  const written = writer && noteWriter(stream, writer);
  const known = written ? countKnown(stream, written, writer.position, chunks) : 0;
  const end = stream.chunks.length;
  if (haveMoved({ end, index, count: chunks.length, known })) return { ok: false, reason: 'moved' };
  const fresh = chunks.slice(known);
  if (written) placeChunks(stream, written, writer.position + known, fresh);
  for (const chunk of fresh) stream.chunks.push(chunk);
  state.publish({ kind: 'chunks', runId, stream: name });
  return { ok: true, nextIndex: stream.chunks.length };
}

/** See {@link World.finishAppends}. */
export function finishAppends(
  state: MemoryState,
  { runId, stream: name, writer }: { runId: RunId; stream: string; writer: ChunkWriter },
): AppendOutcome {
  const run = state.runs.get(runId);
  if (!run) return { ok: false, reason: 'not_found' };
  if (isTerminal(run.record.status)) return { ok: false, reason: 'ended' };
  const stream = streamOf(run, name);
  if (isFenced(state, stream, writer)) return { ok: false, reason: 'fenced' };
  const hasDropped = dropFrom(stream, noteWriter(stream, writer), writer.position);
  if (hasDropped) state.publish({ kind: 'chunks', runId, stream: name });
  return { ok: true, nextIndex: stream.chunks.length };
}

/** See {@link World.closeStream}. */
export function closeStream(state: MemoryState, runId: RunId, name: string): void {
  const run = state.runs.get(runId);
  if (!run) return;
  const stream = streamOf(run, name);
  stream.closed = true;
  run.streams.set(name, stream);
  state.publish({ kind: 'chunks', runId, stream: name });
}

/** Whether some of the appends cannot get their indexes. */
export const appendsHaveMoved = (state: MemoryState, appends: readonly StreamAppend[]): boolean =>
  appends.some(({ runId, stream: name, chunks, index }) => {
    const run = state.runs.get(runId);
    const stream = run && streamOf(run, name);
    if (stream && (stream.closed || isTerminal(run.record.status))) return false;
    return haveMoved({ end: stream?.chunks.length ?? 0, index, count: chunks.length });
  });

/** Executes the appends of a commit of the run `committing`, which may also end that run. */
export function carryAppends(state: MemoryState, committing: RunId, appends: readonly StreamAppend[]): void {
  for (const { runId, stream: name, chunks, closes } of appends) {
    const run = state.runs.get(runId);
    if (!run || (runId !== committing && isTerminal(run.record.status))) continue;
    const stream = streamOf(run, name);
    if (stream.closed) continue;
    for (const chunk of chunks) stream.chunks.push(chunk);
    stream.closed = closes;
    run.streams.set(name, stream);
    state.publish({ kind: 'chunks', runId, stream: name });
  }
}

/** The part of a stream that one page may hold. */
interface PageLimits {
  from: number;
  limit: number;
  bytesMax: number;
}

/** See {@link World.readChunks}. */
export function readChunks(
  { runs }: MemoryState,
  { runId, stream, from, limit, bytesMax }: PageLimits & { runId: RunId; stream: string },
): ChunkPage {
  const run = runs.get(runId);
  if (!run) return { chunks: [], nextIndex: 0, closed: true };
  const { chunks, closed } = streamOf(run, stream);
  return {
    chunks: takePage(chunks.slice(from, from + limit), bytesMax),
    nextIndex: chunks.length,
    closed: closed || isTerminal(run.record.status),
  };
}

function takePage(chunks: (Chunk | null)[], bytesMax: number): (Chunk | null)[] {
  let bytes = 0;
  const last = chunks.findIndex((chunk) => (bytes += chunk?.length ?? 0) >= bytesMax);
  return last < 0 ? chunks : chunks.slice(0, last + 1);
}

/** See {@link World.readStepChunks}. */
export function readStepChunks(
  { runs }: MemoryState,
  { runId, stream: name, call }: { runId: RunId; stream: string; call: StepCallKey },
  { from = 0, limit = Infinity, bytesMax = Infinity }: StepChunkRange,
): StepChunk[] {
  const stream = runs.get(runId)?.streams.get(name);
  const indexes = stream?.writers.get(keyOf(call))?.indexes ?? new Map<number, number>();
  const chunks: StepChunk[] = [];
  let bytes = 0;
  for (let index = indexes.get(from); index !== undefined; index = indexes.get(from + chunks.length)) {
    if (chunks.length >= limit || bytes >= bytesMax) break;
    const chunk = stream!.chunks[index]!;
    chunks.push({ index, chunk });
    bytes += chunk.length;
  }
  return chunks;
}

/** See {@link World.listStreams}. */
export function listStreams({ runs }: MemoryState, runId: RunId): StreamRecord[] {
  const run = runs.get(runId);
  if (!run) return [];
  const isOver = isTerminal(run.record.status);
  return [...run.streams]
    .map(([stream, { chunks, closed }]) => ({ stream, nextIndex: chunks.length, closed: closed || isOver }))
    .sort((a, b) => (a.stream < b.stream ? -1 : 1));
}

/** The stream of this name, or an empty one that is not stored yet. */
const streamOf = (run: MemoryRun, name: string): MemoryStream =>
  run.streams.get(name) ?? { chunks: [], closed: false, writers: new Map() };

const keyOf = ({ runId, call }: StepCallKey): string => `${runId} ${call}`;

function isFenced(state: MemoryState, { writers }: MemoryStream, writer: ChunkWriter): boolean {
  const latest = writers.get(keyOf(writer));
  const { runId, epoch, takenBy } = writer;
  const mayWrite = takenBy ? hasTaken(state, takenBy, writer) : state.runs.get(runId)?.record.epoch === epoch;
  if (!mayWrite) return true;
  return latest !== undefined && isSuperseded(writer, latest);
}

/** The chunks of the writer's call; its attempt now counts as the latest one. */
function noteWriter({ writers }: MemoryStream, writer: ChunkWriter): StepWriter {
  const { epoch, attempt } = writer;
  const noted = { epoch, attempt, indexes: writers.get(keyOf(writer))?.indexes ?? new Map<number, number>() };
  writers.set(keyOf(writer), noted);
  return noted;
}

/** How many of the chunks, from the first on, the call has written at these positions. */
function countKnown(stream: MemoryStream, { indexes }: StepWriter, position: number, chunks: readonly Chunk[]): number {
  const differing = chunks.findIndex((chunk, i) => {
    const index = indexes.get(position + i);
    return index === undefined || !isSameChunk(stream.chunks[index]!, chunk);
  });
  return differing < 0 ? chunks.length : differing;
}

/** Notes the positions of chunks that come next; earlier chunks of the call from there on are dropped. */
function placeChunks(stream: MemoryStream, written: StepWriter, position: number, chunks: readonly Chunk[]): void {
  if (chunks.length > 0 && written.indexes.has(position)) dropFrom(stream, written, position);
  for (const i of chunks.keys()) written.indexes.set(position + i, stream.chunks.length + i);
}

/** Drops the chunks of a call from a position on. Returns whether there were any. */
function dropFrom(stream: MemoryStream, { indexes }: StepWriter, from: number): boolean {
  const superfluous = [...indexes.keys()].filter((position) => position >= from);
  for (const position of superfluous) {
    stream.chunks[indexes.get(position)!] = null;
    indexes.delete(position);
  }
  return superfluous.length > 0;
}

/** A stream as it is moved to another store, without its chunks. */
export const toStoredStream = (
  name: string,
  { chunks, closed, writers }: MemoryStream,
  isOver: boolean,
): StoredStream => ({
  stream: name,
  nextIndex: chunks.length,
  closed: closed || isOver,
  writers: [...writers]
    .map(([key, { epoch, attempt, indexes }]): StoredWriter => {
      const [runId, call] = key.split(' ') as [RunId, string];
      return { runId, call: Number(call), epoch, attempt, ranges: toRanges(indexes) };
    })
    .sort(byText(({ runId, call }) => `${runId} ${String(call).padStart(16, '0')}`)),
});

function toRanges(indexes: ReadonlyMap<number, number>): ChunkRange[] {
  const ranges: ChunkRange[] = [];
  for (const [position, n] of [...indexes].sort(([one], [other]) => one - other)) {
    const last = ranges.at(-1);
    const follows = last && last.position + last.count === position && last.n + last.count === n;
    if (follows) last.count += 1;
    else ranges.push({ position, n, count: 1 });
  }
  return ranges;
}

/** The stream that was moved here. @param parts Have its chunks. */
export function toMemoryStream(
  { stream: name, nextIndex, closed, writers }: StoredStream,
  parts: RunPart[],
): MemoryStream {
  const chunks: MemoryStream['chunks'] = Array.from({ length: nextIndex }, () => null);
  for (const { stream, from, chunks: some } of parts.flatMap((part) => part.chunks))
    if (stream === name) for (const [i, chunk] of some.entries()) chunks[from + i] = chunk;
  const toIndexes = (ranges: readonly ChunkRange[]): [number, number][] =>
    ranges.flatMap(({ position, n, count }) =>
      Array.from({ length: count }, (_, i): [number, number] => [position + i, n + i]),
    );
  return {
    chunks,
    closed,
    writers: new Map(
      writers.map(({ ranges, epoch, attempt, ...call }) => [
        keyOf(call),
        { epoch, attempt, indexes: new Map(toIndexes(ranges)) },
      ]),
    ),
  };
}
