/** One attempt of a step call, from its beginning to its outcome. */
import type { WorkflowError } from '../contract/errors.ts';
import { isStoreTrouble } from '../world/messages.ts';
import { toStepId } from '../contract/ids.ts';
import type { Payload } from '../journal/events.ts';
import type { ReadStored } from '../values/codec.ts';
import type { StoredReference } from '../values/stored-reference.ts';
import { findStoredReferences } from '../values/stored-values.ts';
import { decodeStepInput, decodeValue, encodeAtOnce, encodeError, encodeValue } from '../host-values/host-codec.ts';
import { stepContext, type StepContext } from '../host-values/step-context.ts';
import { StepDeadlines } from './step-deadlines.ts';
import type { AttemptServices, StepAttempt, StepOutcome } from './step-executor.ts';
import { StepHeartbeats } from './step-heartbeats.ts';
import type { StepPlan } from './step-plan.ts';
import { isAbortOf, nextRetryAt } from './step-retry.ts';
import { type LastChunks, StepStreams } from './step-streams.ts';
import { untilAnswered } from '../world/until-answered.ts';

/** An attempt that takes longer gets a `step_started` in the journal while it runs. */
const LONG_ATTEMPT_MS = 100;

/** An attempt that has begun. */
export class RunningAttempt {
  readonly #attempt: StepAttempt;
  readonly #plan: StepPlan;
  readonly #services: AttemptServices;
  readonly #startedAt: number;
  /** The step's copies of signals of the workflow. */
  readonly #signals: AbortSignal[] = [];
  readonly #timeOut = Promise.withResolvers<never>();
  #hasTimedOut = false;
  readonly #deadlines: StepDeadlines;
  readonly #heartbeats: StepHeartbeats;
  readonly #streams: StepStreams;

  constructor(attempt: StepAttempt, plan: StepPlan, services: AttemptServices) {
    const { world, memory, clock } = services;
    const { runId, epoch, call, name } = attempt;
    const { timeoutMs, heartbeatTimeoutMs } = plan.options;
    this.#attempt = attempt;
    this.#plan = plan;
    this.#services = services;
    this.#startedAt = clock.now();
    this.#deadlines = new StepDeadlines({
      clock,
      stepName: name,
      startedAt: this.#startedAt,
      timeoutMs,
      heartbeatTimeoutMs,
      onPassed: (error) => this.#onTimeOut(error),
    });
    this.#heartbeats = new StepHeartbeats({ clock, heartbeatTimeoutMs, record: attempt.onHeartbeat });
    this.#streams = new StepStreams({
      world,
      memory,
      clock,
      writer: { runId, epoch, call, attempt: attempt.attempt },
      stepName: name,
      encode: encodeValue,
      encodeAtOnce,
      ask: (request) => this.#askStore(request),
    });
  }

  /** Runs the step. Never rejects; resolves at once when a time limit is reached, whatever the step does. */
  async run(): Promise<StepOutcome> {
    const startedAt = this.#startedAt;
    const stopAlarm = this.#services.clock.setAlarm(startedAt + LONG_ATTEMPT_MS, () => this.#attempt.onLong(startedAt));
    try {
      const done = await Promise.race([this.#work(), this.#timeOut.promise]);
      this.#heartbeats.end({ isFollowed: false });
      return { kind: 'completed', startedAt, ...done };
    } catch (error) {
      return await this.#fail(error);
    } finally {
      stopAlarm();
      this.#deadlines.stop();
    }
  }

  async #work(): Promise<{ payload: Payload; last: LastChunks | null }> {
    const context = this.#createContext();
    const payload = await stepContext.run(context, () => this.callWorkflowStep(context));
    return { payload, last: await this.#streams.end() };
  }

  /** Calls the user's function. Stacks are cut at this name (`stack-places.ts`), because no bundler shortens it. */
  async callWorkflowStep(context: StepContext): Promise<Payload> {
    const { step } = this.#plan;
    const { payload, heartbeat } = this.#attempt;
    if (heartbeat !== null) context.lastHeartbeat = decodeValue(heartbeat);
    const stored = findStoredReferences(payload);
    const readStored = stored.length > 0 ? await this.#readStored(stored) : undefined;
    if (readStored) await this.#passGateAgain();
    const input = decodeStepInput(payload, readStored);
    const [fn, self] = step.kind === 'closure' ? [step.create(input.captured ?? {})] : [step.fn, step.self];
    const result = await fn.apply(input.self ?? self, input.args as never[]);
    return await encodeValue(result, 'result', `The result of step "${this.#attempt.name}"`);
  }

  /** The lease may have ended while the store was read. */
  async #passGateAgain(): Promise<void> {
    const { gate } = this.#services;
    if (!gate.isOpen) await gate.untilOpen();
    this.#attempt.abort.signal.throwIfAborted();
  }

  #readStored(references: readonly StoredReference[]): Promise<ReadStored> {
    return this.#services.storedLists.load(references, (request) => this.#askStore(request));
  }

  #createContext(): StepContext {
    const { runId, workflowId, buildId, workflowStartedAt, call, name, attempt, startedAt, abort } = this.#attempt;
    return {
      runId,
      workflowId,
      workflowStartedAt,
      baseUrl: this.#services.baseUrl(),
      stepName: name,
      call,
      attempt,
      startedAt: startedAt ?? this.#startedAt,
      signal: abort.signal,
      signals: { open: (signal) => this.#openSignal(signal) },
      findStep: (stepName) => this.#services.findStep(stepName, buildId),
      streams: this.#streams,
      lastHeartbeat: undefined,
      heartbeat: (detail) => {
        this.#deadlines.onSign();
        if (detail !== undefined) this.#heartbeats.beat(encodeAtOnce(detail, 'detail'));
      },
    };
  }

  #openSignal(number: number): AbortSignal {
    const signal = this.#attempt.signals.open(number);
    this.#signals.push(signal);
    return signal;
  }

  /** Trouble of the store is no failure of the step. */
  async #askStore<T>(request: () => Promise<T>): Promise<T> {
    const { clock, log } = this.#services;
    const { runId, abort } = this.#attempt;
    const isOver = () => abort.signal.aborted;
    // Chunks that were gathered before the attempt was told to stop are stored all the same.
    const patience = { log, runId, clock, isOver, asksOnce: true, isTrouble: isStoreTrouble };
    const answer = await untilAnswered(request, patience);
    if (answer.kind === 'given_up') throw abort.signal.reason;
    return answer.value;
  }

  #onTimeOut(error: WorkflowError): void {
    this.#hasTimedOut = true;
    this.#attempt.abort.abort(error);
    this.#streams.cutOff(error);
    this.#timeOut.reject(error);
  }

  async #fail(thrown: unknown): Promise<StepOutcome> {
    const startedAt = this.#startedAt;
    this.#deadlines.stop();
    this.#heartbeats.end({ isFollowed: true });
    const { error, retryAt } = await this.#decide(thrown);
    const payload = encodeError(error);
    // The failure of the attempt is what counts, not that some of its chunks could not be stored.
    await this.#streams.flush().catch(() => {});
    if (retryAt !== null) return { kind: 'retry', startedAt, payload, retryAt };
    // After an attempt that was told to stop another one may follow elsewhere, and readers have what stands there.
    if (!this.#wasToldToStop) await this.#streams.finish().catch(() => {});
    return { kind: 'failed', startedAt, payload };
  }

  /** The run has told the attempt to stop: it wants no other one from here. */
  get #wasToldToStop(): boolean {
    return this.#attempt.abort.signal.aborted && !this.#hasTimedOut;
  }

  /** Finds the error that counts, and when to try again; `retryAt` is `null` for never. */
  async #decide(error: unknown): Promise<{ error: unknown; retryAt: number | null }> {
    const { runId, call, attempt, failures } = this.#attempt;
    if (this.#wasToldToStop || isAbortOf(this.#signals, error)) return { error, retryAt: null };
    try {
      const failed = { ...this.#plan, error, attempt, failures, stepId: toStepId(runId, call) };
      return { error, retryAt: await nextRetryAt(failed, this.#services.clock.now()) };
    } catch (reason) {
      return { error: reason, retryAt: null };
    }
  }
}
