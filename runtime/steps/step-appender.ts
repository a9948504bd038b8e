/** Appends what one attempt writes to one stream: chunks are gathered and stored in order, in as few commits as possible. */
import type { Clock } from '../contract/clock.ts';
import type { RunId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { AppendOutcome, Chunk, ChunkWriter, StreamAppend, World } from '../world/world.ts';

/** Chunks that a stream holds back before its writers have to wait. */
export const BUFFERED_CHUNKS_MAX = 256;
/** How long a chunk waits where chunks are gathered: as long as a screen shows one picture. */
const GATHER_MS = 16;
/** Chunks that are read in one request. */
const PAGE_CHUNKS = 1_000;

export type AskStore = <T>(request: () => Promise<T>) => Promise<T>;

export interface ChunkAppenderOptions {
  world: World;
  clock: Clock;
  /** The run that the stream belongs to. */
  runId: RunId;
  stream: string;
  /** The attempt. */
  writer: Omit<ChunkWriter, 'position'>;
  stepName: string;
  /** Asks the store until it answers; rejects when it does not and the attempt is told to stop. */
  ask: AskStore;
}

export class ChunkAppender {
  readonly #options: ChunkAppenderOptions;
  #buffered: Chunk[] = [];
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
    this.#buffered.push(chunk);
    if (this.#buffered.length >= BUFFERED_CHUNKS_MAX) await this.#appendBuffered();
    else if (this.#gathers) this.#planAppend();
    else void this.#appendBuffered();
  }

  /** From now on each chunk waits a moment for others and for the end of its step, which saves commits. */
  gather(): void {
    this.#gathers = true;
  }

  async flush(): Promise<void> {
    await this.#appendBuffered();
    this.#throwFailure();
  }

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
    const chunks = this.#takeBuffered();
    return chunks.length > 0 ? { runId, stream, chunks, closes: false } : null;
  }

  /** Stores what {@link takeLast} gave: no commit has carried it. */
  async returnLast({ chunks }: StreamAppend): Promise<void> {
    this.#buffered.unshift(...chunks);
    await this.flush();
  }

  /** What the call has written to the stream, in this attempt or an earlier one, and what still stands of it. */
  async readWritten(): Promise<Chunk[]> {
    await this.flush();
    if (this.isFirst && this.#position === 0) return [];
    const { world, runId, stream, writer, ask } = this.#options;
    const { runId: writing, call } = writer;
    return await ask(() => world.readStepChunks(runId, stream, { runId: writing, call }));
  }

  /** All that stands in the stream now, whoever wrote it. */
  async readAll(): Promise<Chunk[]> {
    await this.flush();
    const { world, runId, stream, ask } = this.#options;
    const chunks: Chunk[] = [];
    for (let from = 0, end = Infinity; from < end; from += PAGE_CHUNKS) {
      const page = await ask(() => world.readChunks(runId, stream, from, PAGE_CHUNKS));
      end = page.nextIndex;
      for (const chunk of page.chunks) if (chunk !== null) chunks.push(chunk);
    }
    return chunks;
  }

  /** The next chunk is the first one again: what was written before stays as far as it is written once more. */
  async restart(): Promise<void> {
    await this.flush();
    this.#position = 0;
    this.#hasRestarted = true;
  }

  /** Drops what was written before, beyond what was written last. After {@link flush}. */
  async finish(): Promise<void> {
    if (this.isFirst) return;
    const { world, runId, stream, ask } = this.#options;
    this.#check(await ask(() => world.finishAppends(runId, stream, this.#writer())));
  }

  async close(): Promise<void> {
    await this.flush();
    // Nothing is appended, but an attempt that was superseded finds out and closes nothing.
    await this.#append([]);
    const { world, runId, stream, ask } = this.#options;
    await ask(() => world.closeStream(runId, stream));
  }

  /** Takes nothing any more; what it has taken is still stored. */
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

  async #appendBuffered(): Promise<void> {
    this.#endGathering();
    while (this.#appending || this.#buffered.length > 0) await (this.#appending ??= this.#appendAll());
  }

  #takeBuffered(): Chunk[] {
    this.#endGathering();
    const chunks = this.#buffered;
    this.#buffered = [];
    return chunks;
  }

  async #appendAll(): Promise<void> {
    try {
      while (this.#buffered.length > 0) await this.#append(this.#takeBuffered());
    } catch (error) {
      // What comes after a lost chunk must not be stored, or readers would see a gap.
      this.#failure ??= { error };
      this.#buffered = [];
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

  /** Nothing of the call was ever written before what was written last. */
  get isFirst(): boolean {
    const { attempt, epoch } = this.#options.writer;
    // An earlier owner may have given the run back while this very attempt was under way there.
    return attempt === 1 && epoch === 1 && !this.#hasRestarted;
  }

  #writer(): ChunkWriter {
    return { ...this.#options.writer, position: this.#position };
  }

  /** A stream that has ended takes nothing any more; the writer cannot do anything about it. */
  #check(outcome: AppendOutcome): void {
    const { stepName, writer } = this.#options;
    if (outcome.ok || outcome.reason !== 'fenced') return;
    throw runtimeError('step_superseded', { stepName, attempt: writer.attempt });
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
