/** Appends one attempt's chunks to one stream, in order and in as few commits as possible. */
import type { Clock } from '../contract/clock.ts';
import type { RunId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { MemoryBudget } from '../world/memory-budget.ts';
import type { AppendOutcome, Chunk, ChunkWriter, StreamAppend, World } from '../world/world.ts';

/** Bytes of chunks that a stream holds back before its writers have to wait; one commit has little more. */
export const BUFFERED_BYTES_MAX = 1024 * 1024;
/** The same in chunks: a writer that awaits each write must not keep the first ones from their readers. */
const BUFFERED_CHUNKS_MAX = 256;
/** A chunk counts as so many bytes more than it has, because each costs a row. */
const CHUNK_COST_BYTES = 256;
/** How long a chunk waits for others where chunks are gathered: about one frame of a screen. */
const GATHER_MS = 16;
/** Chunks that are read in one request, and the bytes with which it ends. */
const PAGE_CHUNKS = 1_000;
const PAGE_BYTES = 512 * 1024;

/** The bytes that a chunk counts for, from its length. */
const costOf = (length: number): number => length + CHUNK_COST_BYTES;

/** The part of {@link BUFFERED_BYTES_MAX} that a chunk takes. */
export const shareOf = (length: number): number => Math.max(costOf(length), BUFFERED_BYTES_MAX / BUFFERED_CHUNKS_MAX);

/**
 * Asks the store until it answers; rejects when the attempt is told to stop before, and with errors that are answers.
 */
export type AskStore = <T>(request: () => Promise<T>) => Promise<T>;

/** The attempt, and the stream that it writes to. */
export interface ChunkAppenderOptions {
  world: World;
  memory: MemoryBudget;
  clock: Clock;
  /** The run that the stream belongs to. */
  runId: RunId;
  stream: string;
  /** The attempt. */
  writer: Omit<ChunkWriter, 'position'>;
  stepName: string;
  ask: AskStore;
}

/** A chunk that waits for its commit. */
interface BufferedChunk {
  chunk: Chunk;
  /** The bytes of the budget that it holds. */
  held: number;
}

/** Takes chunks and stores them one commit after the other. After a failure it takes nothing more. */
export class ChunkAppender {
  readonly #options: ChunkAppenderOptions;
  #buffered: BufferedChunk[] = [];
  #bufferedBytes = 0;
  /** Resolves when chunks of the buffer were taken. */
  #taken = Promise.withResolvers<void>();
  /** Chunks that were handed to the store. */
  #position = 0;
  /** Never rejects; see `#failure`. */
  #appending: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;
  #hasRestarted = false;
  #gathers = false;
  /** Calls off the alarm that ends the gathering. */
  #stopGathering: (() => void) | null = null;

  constructor(options: ChunkAppenderOptions) {
    this.#options = options;
  }

  /** Resolves when there is room for more; the chunk is durable after {@link flush}. */
  async write(chunk: Chunk): Promise<void> {
    this.#throwFailure();
    const { memory } = this.#options;
    const held = costOf(chunk.length);
    const room = memory.take('chunks', held);
    if (room) await this.#waitFor(room, held);
    this.#buffered.push({ chunk, held });
    this.#bufferedBytes += shareOf(chunk.length);
    if (this.#bufferedBytes >= BUFFERED_BYTES_MAX) await this.#appendSome();
    else if (this.#gathers) this.#planAppend();
    else void this.#appendBuffered();
  }

  async #waitFor(room: Promise<void>, held: number): Promise<void> {
    await room;
    if (!this.#failure) return;
    this.#options.memory.giveBack('chunks', held);
    throw this.#failure.error;
  }

  /** From now on each chunk waits a moment for others and for the end of its step, which saves commits. */
  gather(): void {
    this.#gathers = true;
  }

  /** Resolves when all chunks are durable; rejects when some could not be stored. */
  async flush(): Promise<void> {
    await this.#appendBuffered();
    this.#throwFailure();
  }

  /** The store has not answered the latest append. */
  get isAppending(): boolean {
    return this.#appending !== null;
  }

  /** Resolves when the store has answered; chunks may have been gathered meanwhile. */
  async settle(): Promise<void> {
    await this.#appending;
    this.#throwFailure();
  }

  /** Hands over the chunks that the store was not given, for a commit to carry; `null`: there are none. */
  takeLast(): StreamAppend | null {
    const { runId, stream } = this.#options;
    const chunks = this.#letGo(this.#takeBuffered(Infinity));
    return chunks.length > 0 ? { runId, stream, chunks, closes: false } : null;
  }

  /** Stores what {@link takeLast} gave: no commit has carried it. */
  async returnLast({ chunks }: StreamAppend): Promise<void> {
    this.#buffered.unshift(...chunks.map((chunk) => ({ chunk, held: 0 })));
    for (const chunk of chunks) this.#bufferedBytes += shareOf(chunk.length);
    await this.flush();
  }

  /** Reads the call's chunks that stand in the stream, of this attempt and earlier ones. */
  async readWritten(): Promise<Chunk[]> {
    await this.flush();
    if (this.isFirst && this.#position === 0) return [];
    const { world, runId, stream, writer, ask } = this.#options;
    const { runId: writing, call } = writer;
    const written = await ask(() => world.readStepChunks(runId, stream, { runId: writing, call }));
    return written.map(({ chunk }) => chunk);
  }

  /** Yields all chunks that stand in the stream now, whoever wrote them. */
  async *readAll(): AsyncGenerator<Chunk, void, void> {
    await this.flush();
    const { world, runId, stream, ask } = this.#options;
    for (let from = 0, end = Infinity; from < end;) {
      const page = await ask(() => world.readChunks(runId, stream, from, PAGE_CHUNKS, PAGE_BYTES));
      if (page.chunks.length === 0) return;
      end = page.nextIndex;
      from += page.chunks.length;
      for (const chunk of page.chunks) if (chunk !== null) yield chunk;
    }
  }

  /**
   * Starts over: the next chunk is the first one again. Earlier chunks stay as far as the same are written once more.
   */
  async restart(): Promise<void> {
    await this.flush();
    this.#position = 0;
    this.#hasRestarted = true;
  }

  /** Drops the earlier chunks of the call that were not written once more. After {@link flush}. */
  async finish(): Promise<void> {
    if (this.isFirst) return;
    const { world, runId, stream, ask } = this.#options;
    this.#check(await ask(() => world.finishAppends(runId, stream, this.#writer())));
  }

  /** Closes the stream for everybody, after all chunks. */
  async close(): Promise<void> {
    await this.flush();
    // Nothing is appended, but an attempt that was superseded finds out and closes nothing.
    await this.#append([]);
    const { world, runId, stream, ask } = this.#options;
    await ask(() => world.closeStream(runId, stream));
  }

  /** Takes nothing more; the chunks that it has are still stored. */
  cutOff(error: unknown): void {
    this.#failure ??= { error };
  }

  #planAppend(): void {
    if (this.#appending || this.#stopGathering) return;
    const { clock } = this.#options;
    this.#stopGathering = clock.setAlarm(clock.now() + GATHER_MS, () => void this.#appendBuffered());
  }

  #endGathering(): void {
    this.#stopGathering?.();
    this.#stopGathering = null;
  }

  /** Resolves when little is buffered; one append may be under way. */
  async #appendSome(): Promise<void> {
    void this.#appendBuffered();
    while (this.#bufferedBytes >= BUFFERED_BYTES_MAX) await this.#taken.promise;
    this.#throwFailure();
  }

  async #appendBuffered(): Promise<void> {
    this.#endGathering();
    while (this.#appending || this.#buffered.length > 0) await (this.#appending ??= this.#appendAll());
  }

  /** Takes the chunks that came first, up to the one with which they have `bytesMax`. */
  #takeBuffered(bytesMax: number): BufferedChunk[] {
    this.#endGathering();
    let bytes = 0;
    const last = this.#buffered.findIndex(({ chunk }) => (bytes += costOf(chunk.length)) >= bytesMax);
    const taken = last < 0 ? this.#buffered.splice(0) : this.#buffered.splice(0, last + 1);
    for (const { chunk } of taken) this.#bufferedBytes -= shareOf(chunk.length);
    this.#taken.resolve();
    this.#taken = Promise.withResolvers();
    return taken;
  }

  /** Gives the memory of chunks back to the budget. */
  #letGo(buffered: readonly BufferedChunk[]): Chunk[] {
    this.#options.memory.giveBack(
      'chunks',
      buffered.reduce((bytes, { held }) => bytes + held, 0),
    );
    return buffered.map(({ chunk }) => chunk);
  }

  async #appendAll(): Promise<void> {
    while (this.#buffered.length > 0) {
      const taken = this.#takeBuffered(BUFFERED_BYTES_MAX);
      try {
        await this.#append(taken.map(({ chunk }) => chunk));
      } catch (error) {
        // No chunk after a lost one may be stored, or readers would see a gap.
        this.#failure ??= { error };
        this.#letGo(this.#takeBuffered(Infinity));
      } finally {
        this.#letGo(taken);
      }
    }
    this.#appending = null;
  }

  async #append(chunks: Chunk[]): Promise<void> {
    const { world, runId, stream, ask } = this.#options;
    const writer = this.#writer();
    this.#position += chunks.length;
    // The position makes it safe to send the same chunks once more.
    this.#check(await ask(() => world.appendChunks(runId, stream, chunks, writer)));
  }

  /** No chunk of the call was written before those of this appender. */
  get isFirst(): boolean {
    const { attempt, epoch, takenBy } = this.#options.writer;
    // An earlier owner may have given the run back while this very attempt was under way there. And the chunks of an
    // attempt that was taken go their own way: its result goes by another worker.
    return attempt === 1 && epoch === 1 && takenBy === undefined && !this.#hasRestarted;
  }

  #writer(): ChunkWriter {
    return { ...this.#options.writer, position: this.#position, isFresh: this.isFirst };
  }

  /** A stream that has ended ignores chunks: its writer cannot help that. A fenced one is an error. */
  #check(outcome: AppendOutcome): void {
    const { stepName, writer } = this.#options;
    if (outcome.ok || outcome.reason !== 'fenced') return;
    throw runtimeError('step_superseded', { stepName, attempt: writer.attempt });
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
