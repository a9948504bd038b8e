/** One attempt of a step call, from its beginning to its outcome. */
import type { AttributeChanges } from '../contract/attributes.ts';
import { WorkflowError } from '../contract/errors.ts';
import { isStoreTrouble } from '../world/messages.ts';
import { toStepId } from '../contract/ids.ts';
import type { Labelled, Payload } from '../journal/events.ts';
import type { ReadStored } from '../values/codec.ts';
import type { StoredReference } from '../values/stored-reference.ts';
import { retryAfterProblem } from '../values/step-errors.ts';
import { findStoredReferences } from '../values/stored-values.ts';
import {
  decodeStepInput,
  decodeValue,
  encodeAtOnce,
  encodeError,
  encodeSoon,
  encodeValue,
} from '../host-values/host-codec.ts';
import type { HeldValue } from '../world/memory-budget.ts';
import { withReceiver } from '../host-values/receiver.ts';
import { stepContext, type StepContext } from '../host-values/step-context.ts';
import { requireFound, toCallable } from '../host-values/step-values.ts';
import { StepDeadlines } from './step-deadlines.ts';
import type { AttemptServices, CompletedStep, StepAttempt, StepOutcome, UnfitAttempt } from './step-executor.ts';
import { StepHeartbeats } from './step-heartbeats.ts';
import { makeLabel } from './step-label.ts';
import type { StepPlan } from './step-plan.ts';
import { failuresMax, isAbortOf, nextRetryAt } from './step-retry.ts';
import { StepStreams } from './step-streams.ts';
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
  /** `null`: the attempt has no limits. */
  readonly #timeOut: PromiseWithResolvers<never> | null;
  #hasTimedOut = false;
  /** The attempt has ended, perhaps while its function still runs. */
  #isOver = false;
  #result: HeldValue | null = null;
  readonly #deadlines: StepDeadlines;
  readonly #heartbeats: StepHeartbeats;
  readonly #streams: StepStreams;
  #attributes: AttributeChanges | null = null;
  /** Until the journal gets it. */
  #label: Payload | null = null;

  constructor(attempt: StepAttempt, plan: StepPlan, services: AttemptServices) {
    const { world, memory, clock } = services;
    const { runId, epoch, call, name, takenBy } = attempt;
    const { timeoutMs, heartbeatTimeoutMs } = plan.options;
    this.#attempt = attempt;
    this.#plan = plan;
    this.#services = services;
    this.#startedAt = clock.now();
    this.#timeOut = timeoutMs === undefined && heartbeatTimeoutMs === undefined ? null : Promise.withResolvers<never>();
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
      writer: { runId, epoch, call, attempt: attempt.attempt, ...(takenBy && { takenBy }) },
      stepName: name,
      encode: encodeValue,
      encodeAtOnce,
      ask: (request) => this.#askStore(request),
    });
  }

  /** Runs the step. Never rejects; resolves at once when a time limit is reached, whatever the step does. */
  async run(): Promise<StepOutcome | UnfitAttempt> {
    const startedAt = this.#startedAt;
    const stopAlarm = this.#services.clock.setAlarm(startedAt + LONG_ATTEMPT_MS, () =>
      this.#attempt.onLong({ startedAt, ...this.#takeLabel() }),
    );
    try {
      const work = this.#work();
      const done = await (this.#timeOut ? Promise.race([work, this.#timeOut.promise]) : work);
      this.#heartbeats.end({ isFollowed: false });
      this.#isOver = true;
      const attributes = this.#attributes;
      return { kind: 'completed', startedAt, ...this.#takeLabel(), ...done, ...(attributes && { attributes }) };
    } catch (error) {
      this.#isOver = true;
      this.#result?.held.end();
      const unfit = UnfitStep.reasonOf(error);
      if (unfit) return { kind: 'unfit', error: unfit };
      return await this.#fail(error);
    } finally {
      stopAlarm();
      this.#deadlines.stop();
    }
  }

  async #work(): Promise<Pick<CompletedStep, 'payload' | 'held' | 'last'>> {
    const context = this.#createContext();
    const { value: payload, held } = await stepContext.run(context, () => this.callWorkflowStep(context));
    return { payload, held, last: await this.#streams.end() };
  }

  /** Calls the user's function. Stacks are cut at this name (`stack-places.ts`), because no bundler shortens it. */
  async callWorkflowStep(context: StepContext): Promise<HeldValue> {
    const { step } = this.#plan;
    const { payload, heartbeat, buildId } = this.#attempt;
    if (heartbeat !== null) context.lastHeartbeat = decodeValue(heartbeat);
    const stored = findStoredReferences(payload);
    const readStored = stored.length > 0 ? await this.#readStored(stored) : undefined;
    if (readStored) await this.#passGateAgain();
    const own = (text: Payload): Payload => this.#services.toOwnClasses(text, buildId);
    const readOwn = readStored && ((reference: StoredReference) => readStored(reference).map(own));
    const input = orUnfit(() => decodeStepInput(own(payload), readOwn));
    const [fn, self] = orUnfit(() => toCallable(step, input.captured));
    this.#checkPassed(context);
    this.#services.telemetry.called(this.#attempt.name, input.args);
    this.#readLabel(input.args);
    const result = await fn.apply(input.self ?? self, input.args as never[]);
    return await this.#encodeResult(result);
  }

  /** It is only for eyes: whatever is wrong with it, the step goes on. */
  #readLabel(args: readonly unknown[]): void {
    const { runId, workflowId, name: stepName } = this.#attempt;
    try {
      this.#label = makeLabel(this.#plan, stepName, args);
    } catch (error) {
      this.#services.reports.labelFailed({ runId, workflowId, stepName, payload: encodeError(error) });
    }
  }

  /** The first event of the attempt has it. */
  #takeLabel(): Labelled {
    const label = this.#label;
    this.#label = null;
    return label === null ? {} : { label };
  }

  /** The result is made when there is room for it: until then it is the step's own object and nothing else. */
  async #encodeResult(result: unknown): Promise<HeldValue> {
    const whole = `The result of step "${this.#attempt.name}"`;
    const made = await this.#services.memory.makeValue(() => encodeSoon(result, 'result', whole));
    // The time of the attempt was over before: nobody takes it.
    if (this.#isOver) made.held.end();
    return (this.#result = made);
  }

  /** Steps that the call brings along are called in the middle of the work, where it is too late to wait for them. */
  #checkPassed(context: StepContext): void {
    const passed = context.passedSteps ?? [];
    context.passedSteps = null;
    for (const { stepId, captured } of passed)
      orUnfit(() => toCallable(requireFound(context.findStep(stepId)), captured));
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
      layer: this.#plan.step.layer,
      call,
      attempt,
      startedAt: startedAt ?? this.#startedAt,
      signal: () => abort.signal,
      signals: { open: (signal) => this.#openSignal(signal) },
      findStep: (stepName) => this.#services.findStep(stepName, buildId),
      streams: this.#streams,
      lastHeartbeat: undefined,
      heartbeat: (detail) => {
        this.#deadlines.onSign();
        if (detail !== undefined) this.#heartbeats.beat(encodeAtOnce(detail, 'detail'));
      },
      passedSteps: [],
      setAttributes: (changes) => this.#setAttributes(changes),
    };
  }

  /** After the end of the attempt another one may be under way, which says what counts. */
  #setAttributes(changes: AttributeChanges): void {
    if (this.#isOver) return;
    this.#attempt.onAttributes(changes);
    this.#attributes = { ...this.#attributes, ...changes };
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
    this.#timeOut?.reject(error);
  }

  async #fail(thrown: unknown): Promise<StepOutcome> {
    const startedAt = this.#startedAt;
    this.#deadlines.stop();
    this.#heartbeats.end({ isFollowed: true });
    const { error, retryAt } = await this.#decide(thrown);
    const payload = withReceiver(this.#plan.step.layer ?? null, () => encodeError(error));
    if (!this.#wasStopped(error)) this.#report(error, payload, retryAt);
    // The failure of the attempt is what counts, not that some of its chunks could not be stored.
    await this.#streams.flush().catch(() => {});
    const label = this.#takeLabel();
    if (retryAt !== null) return { kind: 'retry', startedAt, ...label, payload, retryAt };
    // After an attempt that was told to stop another one may follow elsewhere, and readers have what stands there.
    if (!this.#wasToldToStop) await this.#streams.finish().catch(() => {});
    return { kind: 'failed', startedAt, ...label, payload };
  }

  /** The run has told the attempt to stop: it wants no other one from here. */
  get #wasToldToStop(): boolean {
    return this.#attempt.abort.signal.aborted && !this.#hasTimedOut;
  }

  /** The error only says that the run, or a signal of the workflow, wanted the attempt to stop. */
  #wasStopped(error: unknown): boolean {
    return this.#wasToldToStop || isAbortOf(this.#signals, error);
  }

  #report(error: unknown, payload: string, retryAt: number | null): void {
    const { runId, workflowId, name, call, failures } = this.#attempt;
    this.#services.reports.stepFailed({
      runId,
      workflowId,
      stepName: name,
      stepId: toStepId(runId, call),
      failure: failures + 1,
      failuresMax: failuresMax(this.#plan.options),
      retryAt,
      retryAfterProblem: retryAfterProblem(error)?.message ?? null,
      payload,
    });
  }

  /** Finds the error that counts, and when to try again; `retryAt` is `null` for never. */
  async #decide(error: unknown): Promise<{ error: unknown; retryAt: number | null }> {
    const { runId, call, attempt, failures } = this.#attempt;
    if (this.#wasStopped(error)) return { error, retryAt: null };
    try {
      const failed = { ...this.#plan, error, attempt, failures, stepId: toStepId(runId, call) };
      return { error, retryAt: await nextRetryAt(failed, this.#services.clock) };
    } catch (reason) {
      return { error: reason, retryAt: null };
    }
  }
}

/** Thrown before the function of the user is called. */
class UnfitStep extends Error {
  readonly #reason: WorkflowError;

  constructor(reason: WorkflowError) {
    super(reason.message);
    this.#reason = reason;
  }

  /** `null`: it is another error. Unlike `instanceof`, it runs no code of a proxy that a step has thrown. */
  static reasonOf(thrown: unknown): WorkflowError | null {
    return typeof thrown === 'object' && thrown !== null && #reason in thrown ? thrown.#reason : null;
  }
}

/** Tells code that does not fit the call from code that fails. */
function orUnfit<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw isMisfit(error) ? new UnfitStep(error) : error;
  }
}

const MISFITS: ReadonlySet<string> = new Set([
  'step_code_differs',
  'step_code_missing',
  'value_class_differs',
  'value_class_unknown',
]);
const isMisfit = (error: unknown): error is WorkflowError => WorkflowError.is(error) && MISFITS.has(error.code);
