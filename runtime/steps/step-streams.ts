/** The streams that one step attempt writes to. */
import type { Clock } from '../contract/clock.ts';
import type { RunId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { WrittenStreams } from '../host-values/step-context.ts';
import { SparseMap } from '../contract/sparse-map.ts';
import { isListStream } from '../contract/stored-list.ts';
import { markStream, type StreamReference } from '../values/stream-reference.ts';
import type { MemoryBudget } from '../world/memory-budget.ts';
import type { Chunk, ChunkWriter, StreamAppend, World } from '../world/world.ts';
import { ChunkAppender, type AskStore } from './step-appender.ts';
import { StepWritable, type ChunkEncoder } from './step-writable.ts';

/** The attempt that writes. */
export interface StepStreamsOptions extends ChunkEncoder {
  world: World;
  memory: MemoryBudget;
  clock: Clock;
  /** The attempt. */
  writer: Omit<ChunkWriter, 'position'>;
  stepName: string;
  ask: AskStore;
}

/** The last chunks of a step: the commit of its result stores them. */
export interface LastChunks {
  appends: readonly StreamAppend[];
  /** Stores them without a result: nobody waits for it any more. Never rejects. */
  storeAlone(): Promise<void>;
}

/** All streams of one attempt. Writes to one stream share one order, however many writables are open onto it. */
export class StepStreams implements WrittenStreams {
  readonly #options: StepStreamsOptions;
  /** By run and stream. */
  readonly #appenders = new SparseMap<string, ChunkAppender>();
  readonly #writables: StepWritable[] = [];
  #cutOffBy: Error | null = null;

  constructor(options: StepStreamsOptions) {
    this.#options = options;
  }

  /**
   * A new `WritableStream` onto a stream of a run; all that one attempt opens onto it share one order.
   * @param runId Default: the run of the step.
   */
  open(stream: string, runId: RunId = this.#options.writer.runId): WritableStream<unknown> {
    const writable = new StepWritable(this.#appender(runId, stream), this.#options);
    this.#writables.push(writable);
    if (this.#cutOffBy) writable.cutOff(this.#cutOffBy);
    return markStream(writable.stream, { run: runId, stream });
  }

  /** Resolves when all that was written, awaited or not, is durable; rejects when some of it could not be stored. */
  async flush(): Promise<void> {
    const failures: unknown[] = [];
    for (const part of [...this.#writables, ...this.#appenders.values()]) {
      await part.flush().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Reads the step call's chunks that stand in a stream, of this attempt and earlier ones, in order. */
  async readWritten(reference: StreamReference): Promise<Chunk[]> {
    return await (await this.#settle(reference)).readWritten();
  }

  /** Yields all chunks that stand in a stream now, whoever wrote them, in order. */
  async *readAll(reference: StreamReference): AsyncGenerator<Chunk, void, void> {
    yield* (await this.#settle(reference)).readAll();
  }

  /**
   * Starts over for this step call: the next chunks are compared with its earlier ones, and from the first difference
   * on they take their place. Resolves when all that was written before is durable.
   */
  async restart(reference: StreamReference): Promise<void> {
    await (await this.#settle(reference)).restart();
  }

  /**
   * The step has its result. Resolves when all but its last chunks are durable; rejects when some could not be stored.
   */
  async end(): Promise<LastChunks | null> {
    for (const writable of this.#writables) await writable.flush();
    const appenders = [...this.#appenders.values()];
    // After a first attempt the store has to know which chunks are whose.
    if (!appenders.every(({ isFirst }) => isFirst)) await this.flush();
    await this.finish();
    do for (const appender of appenders) await appender.settle();
    while (appenders.some(({ isAppending }) => isAppending));
    // Nothing is waited for from here on: a time limit that passes now comes too late.
    const last = appenders.flatMap((appender) => {
      const append = appender.takeLast();
      return append ? [{ appender, append }] : [];
    });
    if (last.length === 0) return null;
    const storeAlone = async (): Promise<void> => {
      await Promise.allSettled(last.map(({ appender, append }) => appender.returnLast(append)));
    };
    return { appends: last.map(({ append }) => append), storeAlone };
  }

  /** The step writes nothing more: chunks that only its earlier attempts wrote are dropped. After {@link flush}. */
  async finish(): Promise<void> {
    if (this.#options.writer.attempt > 1) await this.#findAll();
    for (const appender of this.#appenders.values()) await appender.finish();
  }

  /** Also the streams of the run that only an earlier attempt wrote to, perhaps in another process. */
  async #findAll(): Promise<void> {
    const { world, writer, ask } = this.#options;
    const streams = await ask(() => world.listStreams(writer.runId));
    // Steps never write to lists; each of them would cost a commit here.
    for (const { stream } of streams) if (!isListStream(stream)) this.#appender(writer.runId, stream);
  }

  /** Stores chunks of a stream a moment later from now on, in fewer commits. */
  gather({ run, stream }: StreamReference): void {
    this.#appender(run as RunId, stream).gather();
  }

  /** Waits until all that was written to a stream has reached its appender. */
  async #settle({ run, stream }: StreamReference): Promise<ChunkAppender> {
    const appender = this.#appender(run as RunId, stream);
    for (const writable of this.#writables) if (writable.appender === appender) await writable.flush();
    return appender;
  }

  /** Refuses all further writes, with `reason` as the cause. */
  cutOff(reason: unknown): void {
    const { stepName, writer } = this.#options;
    const error = runtimeError('step_superseded', { stepName, attempt: writer.attempt }, reason);
    this.#cutOffBy = error;
    for (const writable of this.#writables) writable.cutOff(error);
    for (const appender of this.#appenders.values()) appender.cutOff(error);
  }

  #appender(runId: RunId, stream: string): ChunkAppender {
    const key = `${runId} ${stream}`;
    const known = this.#appenders.get(key);
    if (known) return known;
    const appender = new ChunkAppender({ ...this.#options, runId, stream });
    this.#appenders.set(key, appender);
    return appender;
  }
}
