import type { RunId } from '../contract/ids.ts';
import type { Attributes, AttributeValue } from '../contract/attributes.ts';
import { WorkflowError } from '../contract/errors.ts';
import { isRunId, parseStepId } from '../contract/ids.ts';
import {
  EntityConflictError,
  WorkflowRunCancelledError,
  WorkflowRunFailedError,
  WorkflowRunNotFoundError,
} from '../contract/run-errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { decodeForDisplay } from '../host-values/display-values.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import { withReceiver, type Receiver } from '../host-values/receiver.ts';
import { provideRunMaker } from '../host-values/handles.ts';
import { reasonOf } from '../journal/cancel-reason.ts';
import type { Payload, RunStatus } from '../journal/events.ts';
import { HANDLE, type HandleReference } from '../values/handle-values.ts';
import { checkAttributeNumber, readAttributeChanges } from '../values/attribute-values.ts';
import { anyText, readOptions, textList } from '../values/read-options.ts';
import type { InboxContent, RunRecord } from '../world/world.ts';
import type { ForkOptions } from './fork-run.ts';
import { actor } from './acting.ts';
import { keepAwake } from './keep-awake.ts';
import { listSteps, type ListStepsOptions } from './list-steps.ts';
import type { MoveOptions, MoveOutcome } from './move-run.ts';
import type { ReplayOutcome } from './replay.ts';
import { requireRun } from './require-run.ts';
import type { JournalEntry } from './run-journal.ts';
import { summarizeRuns, type RunSummary } from './run-summary.ts';
import { openRunStream, type ReadableOptions, type RunReadable } from './run-stream.ts';
import { openRunWritable, type WritableOptions } from './run-writable.ts';
import { getRuntime } from './runtime.ts';
import type { WaitingFor } from './waiting-for.ts';

/** Which sleeps of a run are to end. */
export interface WakeUpOptions {
  /** Ids of sleeps, see `listWaits`. Default: all. */
  correlationIds?: readonly string[];
}

/** The outcome of `run.wakeUp()`. */
export interface WakeUpResult {
  /** How many of these sleeps were not over when it was called. */
  stoppedCount: number;
}

/**
 * A run in the store. Each property is read from the store when it is accessed; for an unknown run it rejects
 * `WorkflowRunNotFoundError`, and `run_id_invalid` for a text that is no id of a run.
 */
export class Run<Result = unknown> {
  readonly runId: string;
  readonly #receiver: Receiver;

  /** @param receiver Whose classes the result gets. Default: nobody knows it. */
  constructor(runId: string, receiver: Receiver = null) {
    this.runId = runId;
    this.#receiver = receiver;
  }

  /** Runs can be passed to workflows and steps. */
  get [HANDLE](): HandleReference {
    return { run: this.runId };
  }

  /** False also for a text that is no id of a run. */
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
   * Waits for the result of the workflow. Rejects `WorkflowRunFailedError`, whose `cause` is the error of the workflow,
   * or `WorkflowRunCancelledError`.
   */
  get returnValue(): Promise<Result> {
    return this.#waitForResult();
  }

  /** The run's default stream from its beginning, see {@link getReadable}. */
  // oxlint-disable-next-line typescript/no-explicit-any -- only the code that writes the chunks knows their type
  get readable(): RunReadable<any> {
    return this.getReadable();
  }

  /** Reads a stream of the run until the run ends: first the stored chunks, then new ones, each once and in order. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as of readable
  getReadable<Chunk = any>(options: ReadableOptions = {}): RunReadable<Chunk> {
    return openRunStream<Chunk>(this.#uncheckedId, options, () => this.#read());
  }

  /** Writes to the run's default stream, see {@link getWritable}. */
  get writable(): WritableStream<unknown> {
    return this.getWritable();
  }

  /**
   * Writes to a stream of the run from outside. Each write resolves when the chunk is durable, and rejects
   * `EntityConflictError` when the run has ended, `stream_closed` when the stream was closed. Unlike a step, which may
   * write the same again, a chunk that is sent twice is there twice.
   */
  getWritable<Chunk = unknown>(options: WritableOptions = {}): WritableStream<Chunk> {
    return openRunWritable<Chunk>(this.#uncheckedId, options);
  }

  /**
   * Cancels the run durably. Its running steps see their `signal`, and its `finally` blocks run, for at most 30
   * seconds.
   * @throws `EntityConflictError` when it has already ended; `option_unknown`, `option_invalid`.
   */
  async cancel(options: { reason?: string } = {}): Promise<void> {
    const { reason } = readOptions('cancel', options, { reason: anyText });
    await this.#send({ type: 'cancel', ...reasonOf(reason) });
  }

  /**
   * Ends the current sleeps of the run, or starts the run now if it was to start later.
   * @param options.correlationIds Ids of sleeps, see `listWaits`. Default: all.
   * @returns How many of these sleeps were not over when it was called.
   * @throws `EntityConflictError` when it has already ended; `wait_id_invalid`, `option_unknown`, `option_invalid`.
   */
  async wakeUp(options: WakeUpOptions = {}): Promise<WakeUpResult> {
    const { correlationIds } = readOptions('wakeUp', options, { correlationIds: textList });
    const calls = correlationIds?.map((id) => this.#toCall(id));
    const stoppedCount = await this.#countSleeps(calls);
    await this.#send({ type: 'wake', ...(calls && { calls }) });
    return { stoppedCount };
  }

  /**
   * Pauses the run: no step begins and no sleep ends. Running steps may finish, payloads are accepted, and time limits
   * keep counting. @throws `EntityConflictError` when it has already ended.
   */
  async pause(): Promise<void> {
    await this.#send({ type: 'pause' });
  }

  /** Ends a {@link pause}. @throws `EntityConflictError` when it has already ended. */
  async resume(): Promise<void> {
    await this.#send({ type: 'resume' });
  }

  /**
   * Asks the run to change the attributes by which it is found, see `listRuns`; those that are not named stay. The
   * request is durable when this resolves. Lists show it when a worker has taken it, as a rule a moment later; a run
   * that ends before keeps what it had.
   * @param attributes `undefined` and `null` take one away.
   * @throws `EntityConflictError` when the run has ended; `option_invalid`, also when it would have more than 32.
   */
  async setAttributes(attributes: Record<string, AttributeValue | null | undefined>): Promise<void> {
    const changes = readAttributeChanges('setAttributes', attributes);
    checkAttributeNumber('setAttributes', (await this.#read()).attributes, changes);
    await this.#send({ type: 'attributes', attributes: changes });
  }

  /** The state of the run, without its journal. */
  summary(): Promise<RunSummary> {
    return this.#summarize();
  }

  /**
   * Says what the run waits for, since when, and where in its source: nothing when it has ended, or just works. For
   * that its journal is replayed read-only, with its own code out of the store.
   * @throws `run_behaviour_newer` and `run_event_unknown` when newer code has written its journal.
   */
  async waitingFor(): Promise<WaitingFor[]> {
    const id = this.#id;
    const { readWaitingFor } = await import('./read-waiting-for.ts');
    return await readWaitingFor(await getRuntime().connect(), id);
  }

  /**
   * Replays the journal, of a run that has ended, too, against the code of this process, and says whether it fits.
   * Nothing changes, and no step runs. @throws `bundle_missing` in a process that has no build.
   */
  async replay(): Promise<ReplayOutcome> {
    const id = this.#id;
    const { replayPresent } = await import('./replay.ts');
    return await replayPresent(await getRuntime().connect(), id);
  }

  /** The events of the run, in order. */
  async journal(): Promise<JournalEntry[]> {
    const { readRunJournal } = await import('./run-journal.ts');
    return await readRunJournal(this.runId);
  }

  /** Its step calls in order: one page when awaited, all of them with `for await`. See {@link listSteps}. */
  steps(options?: ListStepsOptions): ReturnType<typeof listSteps> {
    return listSteps(this.runId, options);
  }

  /** When it was paused; `undefined`: it is not paused. */
  get pausedAt(): Promise<Date | undefined> {
    return this.#read().then((run) => toDate(run.pausedAt));
  }

  /** The `attributes` that `start()` was given, with all changes since. */
  get attributes(): Promise<Attributes> {
    return this.#read().then((run) => run.attributes);
  }

  /**
   * Starts a new run with the history of this one, up to a step or with edits. This run does not change.
   * @throws `fork_step_unknown`, `fork_diverged`, `fork_hook_taken`, `bundle_missing`, `value_not_serializable`.
   */
  async fork(options: ForkOptions = {}): Promise<Run<Result>> {
    const run = await this.#read();
    const { forkRun } = await import('./fork-run.ts');
    return new Run(await forkRun(await getRuntime().connect(), run, options), this.#receiver);
  }

  /**
   * Starts a new run that continues where this one failed: the failures that ended it are left out, and their steps run
   * again. It uses the newest code if that fits. This run does not change.
   * @throws `EntityConflictError` unless it failed or was cancelled; `run_retry_futile`, and the errors of
   *   {@link fork}.
   */
  async retry(): Promise<Run<Result>> {
    const run = await this.#read();
    const { retryRun } = await import('./fork-run.ts');
    return new Run(await retryRun(await getRuntime().connect(), run), this.#receiver);
  }

  /**
   * Moves the run to other code, by default the newest, if a replay of its journal shows that it fits.
   * @throws `EntityConflictError` when it has already ended.
   */
  async moveTo(options: MoveOptions = {}): Promise<MoveOutcome> {
    const run = await this.#read();
    const { moveRun } = await import('./move-run.ts');
    return await moveRun(await getRuntime().connect(), run, options);
  }

  /** @throws `run_id_invalid`. */
  get #id(): RunId {
    if (!isRunId(this.runId)) throw runtimeError('run_id_invalid', { runId: this.runId });
    return this.runId;
  }

  /** For streams, which check the run when they are used. */
  get #uncheckedId(): RunId {
    return this.runId as RunId;
  }

  #toCall(id: string): number {
    const parsed = parseStepId(id);
    if (parsed?.runId !== this.#id) throw runtimeError('wait_id_invalid', { runId: this.runId, id });
    return parsed.call;
  }

  /** The sleeps that are not over, of these calls or of all. */
  async #countSleeps(calls: readonly number[] | undefined): Promise<number> {
    const { world } = await getRuntime().connect();
    const { readWaits } = await import('../observe/wait-history.ts');
    const waits = readWaits(await world.readJournal(this.#id));
    return waits.filter(({ call, status }) => status === 'pending' && (calls?.includes(call) ?? true)).length;
  }

  async #find(): Promise<RunRecord | null> {
    if (!isRunId(this.runId)) return null;
    const { world } = await getRuntime().connect();
    return await world.readRun(this.runId);
  }

  async #summarize(): Promise<RunSummary> {
    const run = await this.#read();
    const [summary] = await summarizeRuns(await getRuntime().connect(), [run]);
    return summary!;
  }

  async #read(): Promise<RunRecord> {
    const { run } = await requireRun(this.runId);
    return run;
  }

  async #waitForResult(): Promise<Result> {
    const id = this.#id;
    const connection = await getRuntime().connect();
    const end = await connection.watchers.waitForEnd(id);
    if (!end) throw new WorkflowRunNotFoundError(this.runId);
    if (end.type === 'run_completed') return (await this.#decode(end.payload)) as Result;
    if (end.type === 'run_failed') throw new WorkflowRunFailedError(this.runId, await this.#readFailure(end.payload));
    throw new WorkflowRunCancelledError(this.runId, end.type === 'run_cancelled' ? end.reason : undefined);
  }

  /** The error of the run. Where its class has other fields here, another one says so and has it as its `cause`. */
  async #readFailure(payload: Payload): Promise<unknown> {
    try {
      return await this.#decode(payload);
    } catch (error) {
      if (!WorkflowError.is(error) || error.code !== 'value_class_differs') throw error;
      error.cause = decodeForDisplay(payload, {});
      return error;
    }
  }

  async #decode(payload: Payload): Promise<unknown> {
    const connection = await getRuntime().connect();
    const own = await connection.toOwnClasses(this.#id, payload);
    return withReceiver(this.#receiver, () => decodeValue(own));
  }

  async #send(content: InboxContent): Promise<void> {
    const id = this.#id;
    const { world, clock } = await getRuntime().connect();
    const outcome = await world.deliver(id, { ...content, ...actor() }, clock.now());
    if (outcome.ok) return void keepAwake();
    const run = await this.#read();
    throw new EntityConflictError(this.runId, run.status);
  }
}

provideRunMaker((runId) => new Run(runId));

const toDate = (ms: number | null): Date | undefined => (ms === null ? undefined : new Date(ms));

/** The result of a workflow, by the type of its function or by its own: `WorkflowResult<typeof order>`. */
export type WorkflowResult<Workflow> = Workflow extends (...args: never[]) => infer Result ? Awaited<Result> : Workflow;

/**
 * A handle for a run, as `getRun<typeof order>(runId)` with the types of its workflow. Nothing is read or checked yet.
 */
export function getRun<Workflow = unknown>(runId: string): Run<WorkflowResult<Workflow>> {
  return new Run<WorkflowResult<Workflow>>(runId);
}
