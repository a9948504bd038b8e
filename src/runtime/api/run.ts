import type { RunId } from '../contract/ids.ts';
import { isRunId } from '../contract/ids.ts';
import {
  EntityConflictError,
  WorkflowRunCancelledError,
  WorkflowRunFailedError,
  WorkflowRunNotFoundError,
} from '../contract/run-errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { decodeValue } from '../engine/host-codec.ts';
import type { RunStatus } from '../journal/events.ts';
import type { InboxContent, RunRecord } from '../world/world.ts';
import { openRunStream, type ReadableOptions, type RunReadable } from './run-stream.ts';
import { getRuntime } from './runtime.ts';

/** A run, as the store knows it. Every property is read when it is asked for; one of an unknown run rejects `WorkflowRunNotFoundError`. */
export class Run<Result = unknown> {
  readonly runId: string;

  /** @throws `run_id_invalid`. */
  constructor(runId: string) {
    if (!isRunId(runId)) throw runtimeError('run_id_invalid', { runId });
    this.runId = runId;
  }

  get exists(): Promise<boolean> {
    return this.#find().then((run) => run !== null);
  }

  get status(): Promise<RunStatus> {
    return this.#read().then((run) => run.status);
  }

  /** `workflow//…` */
  get workflowName(): Promise<string> {
    return this.#read().then((run) => run.workflowId);
  }

  get createdAt(): Promise<Date> {
    return this.#read().then((run) => new Date(run.createdAt));
  }

  /** When its first turn was made; `undefined` before. */
  get startedAt(): Promise<Date | undefined> {
    return this.#read().then((run) => toDate(run.startedAt));
  }

  /** When it ended; `undefined` before. */
  get completedAt(): Promise<Date | undefined> {
    return this.#read().then((run) => toDate(run.completedAt));
  }

  /**
   * What the workflow returned, as soon as it has. Rejects `WorkflowRunFailedError`, whose `cause` is what the workflow
   * threw, or `WorkflowRunCancelledError`.
   */
  get returnValue(): Promise<Result> {
    return this.#waitForResult();
  }

  /** The run's default stream from its beginning, see {@link getReadable}. */
  get readable(): RunReadable {
    return this.getReadable();
  }

  /** Reads a stream of the run: what was written, each chunk once and in order, then what is being written, until the run ends. */
  getReadable<Chunk = unknown>(options: ReadableOptions = {}): RunReadable<Chunk> {
    return openRunStream<Chunk>(this.#id, options, () => this.#read());
  }

  /**
   * Cancels the run durably. Its running steps see their `signal`, its `finally` blocks run, for at most 30 seconds.
   * @throws `EntityConflictError` when it has already ended.
   */
  async cancel({ reason }: { reason?: string } = {}): Promise<void> {
    await this.#send({ type: 'cancel', ...(reason !== undefined && { reason }) });
  }

  /** Ends the sleeps that the run is in now. @throws `EntityConflictError` when it has already ended. */
  async wakeUp(): Promise<void> {
    await this.#send({ type: 'wake' });
  }

  get #id(): RunId {
    return this.runId as RunId;
  }

  async #find(): Promise<RunRecord | null> {
    const { world } = await getRuntime().connect();
    return await world.readRun(this.#id);
  }

  async #read(): Promise<RunRecord> {
    const run = await this.#find();
    if (!run) throw new WorkflowRunNotFoundError(this.runId);
    return run;
  }

  async #waitForResult(): Promise<Result> {
    const { watchers } = await getRuntime().connect();
    const end = await watchers.waitForEnd(this.#id);
    if (!end) throw new WorkflowRunNotFoundError(this.runId);
    if (end.type === 'run_completed') return decodeValue(end.payload) as Result;
    if (end.type === 'run_failed') throw new WorkflowRunFailedError(this.runId, decodeValue(end.payload));
    throw new WorkflowRunCancelledError(this.runId, end.type === 'run_cancelled' ? end.reason : undefined);
  }

  async #send(content: InboxContent): Promise<void> {
    const { world, clock } = await getRuntime().connect();
    const outcome = await world.deliver(this.#id, content, clock.now());
    if (outcome.ok) return;
    const run = await this.#read();
    throw new EntityConflictError(this.runId, run.status);
  }
}

const toDate = (ms: number | null): Date | undefined => (ms === null ? undefined : new Date(ms));

/** A handle on a run; nothing is read yet. @throws `run_id_invalid`. */
export function getRun<Result = unknown>(runId: string): Run<Result> {
  return new Run<Result>(runId);
}
