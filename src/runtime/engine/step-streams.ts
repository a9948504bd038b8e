/** The streams that one step attempt writes to. */
import type { RunId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { markStream } from '../values/stream-reference.ts';
import type { ChunkWriter, World } from '../world/world.ts';
import { BUFFERED_CHUNKS_MAX, ChunkAppender, type AskStore } from './step-appender.ts';
import { quietWriters } from './step-writers.ts';

export type EncodeChunk = (value: unknown) => Promise<string>;

export interface StepStreamsOptions {
  world: World;
  /** The attempt. */
  writer: Omit<ChunkWriter, 'position'>;
  stepName: string;
  encode: EncodeChunk;
  /** Asks the store until it answers; rejects when the attempt is told to stop before. */
  ask: AskStore;
}

export class StepStreams {
  readonly #options: StepStreamsOptions;
  /** By run and stream. */
  readonly #appenders = new Map<string, ChunkAppender>();
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
    const writable = new StepWritable(this.#appender(runId, stream), this.#options.encode);
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

  /** The step has written all it had to write: what only its earlier attempts wrote is dropped. After {@link flush}. */
  async finish(): Promise<void> {
    const { writer } = this.#options;
    // An earlier owner may have given the run back while this very attempt was under way there.
    if (writer.attempt === 1 && writer.epoch === 1) return;
    if (writer.attempt > 1) await this.#findAll();
    for (const appender of this.#appenders.values()) await appender.finish();
  }

  /** Also the streams of the run that only an earlier attempt wrote to, perhaps in another process. */
  async #findAll(): Promise<void> {
    const { world, writer, ask } = this.#options;
    const streams = await ask(() => world.listStreams(writer.runId));
    for (const { stream } of streams) this.#appender(writer.runId, stream);
  }

  /** Takes nothing any more: all further writes reject, with `reason` as the cause. */
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

/** One `WritableStream` of a step. It counts what was written, because a step may end without awaiting its writes. */
class StepWritable {
  readonly stream: WritableStream<unknown>;
  /** Chunks that were written and have not reached the appender. */
  #underway = 0;
  #failure: { error: unknown } | null = null;
  /** What is written from now on is refused before it gets here. */
  #isStopped = false;
  #onDrained: (() => void) | null = null;
  #controller: WritableStreamDefaultController | null = null;

  constructor(appender: ChunkAppender, encode: EncodeChunk) {
    const stream = new WritableStream<unknown>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        write: async (value) => {
          try {
            await appender.write(value instanceof Uint8Array ? value.slice() : await encode(value));
            this.#underway -= 1;
          } catch (error) {
            this.#stop({ error });
            throw error;
          }
          if (this.#underway === 0) this.#onDrained?.();
        },
        close: () => appender.close(),
        // What the step gives up on purpose is not waited for.
        abort: () => this.#stop(null),
      },
      {
        highWaterMark: BUFFERED_CHUNKS_MAX,
        // Called for each chunk at once, when it is written.
        size: () => {
          if (!this.#isStopped) this.#underway += 1;
          return 1;
        },
      },
    );
    this.stream = quietWriters(stream, (error) => this.#stop({ error }));
  }

  /** Resolves when all that was written has reached the appender. */
  async flush(): Promise<void> {
    if (this.#underway > 0) {
      await new Promise<void>((resolve) => {
        this.#onDrained = resolve;
      });
    }
    if (this.#failure) throw this.#failure.error;
  }

  cutOff(error: unknown): void {
    this.#controller!.error(error);
    this.#stop({ error });
  }

  #stop(failure: { error: unknown } | null): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#failure = failure;
    this.#underway = 0;
    this.#onDrained?.();
  }
}
