/** The step attempts of one run in this process: which of them may begin, and which are under way. */
import type { Clock } from '../contract/clock.ts';
import type { WorkflowError } from '../contract/errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { JournalEvent } from '../journal/events.ts';
import { SliceMeter, type SlicedWork } from '../contract/slices.ts';
import { toOpenStep, type OpenStep, type RunState } from '../journal/run-state.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import { RunSignals } from '../host-values/signal-values.ts';
import { startInSlices } from '../world/event-loop.ts';
import type { StepExecutor } from '../steps/step-executor.ts';
import type { QueuePlace } from '../steps/step-queue.ts';
import type { Outcome } from './outcome.ts';
import { SparseMap } from './sparse-map.ts';

/** The run whose steps are run, and whom to tell. */
export interface RunAttemptsOptions {
  state: RunState;
  /** The ownership under which the attempts run; their writes to streams are refused when it has ended. */
  epoch: number;
  executor: StepExecutor;
  clock: Clock;
  /** Aborted when this process stops beginning steps: the next owner of the run begins them. */
  draining: AbortSignal;
  /** An attempt was handed to the executor. */
  onBegun(): void;
  /** Gets what becomes of the attempts, also after they were aborted. */
  onOutcome(outcome: Outcome): void;
}

interface Underway {
  abort: AbortController;
  place: QueuePlace;
}

/** Begins the attempts that the run's state asks for, each once, and passes on what becomes of them. */
export class RunAttempts {
  readonly #options: RunAttemptsOptions;
  readonly #underway = new SparseMap<number, Underway>();
  /**
   * Calls that wait for a turn. `over`: it takes the outcome of the attempt. `cut_off`: it notes that an earlier owner
   * may have begun the attempt.
   */
  readonly #unsettled = new SparseMap<number, 'over' | 'cut_off'>();
  /** Calls that are about to begin, by their number: there are so many that it takes several slices. */
  readonly #due = new SparseMap<number, OpenStep>();
  #signals = new RunSignals(decodeValue);
  #isStopped = false;
  #hasHadPlace = false;
  #missing: WorkflowError | null = null;

  constructor(options: RunAttemptsOptions) {
    this.#options = options;
  }

  /** How many run, or wait for a place of the process. */
  get size(): number {
    return this.#underway.size + this.#due.size;
  }

  /**
   * `step_code_missing` or `step_code_differs` once a step of the run could not begin for that. It is no failed
   * attempt: the run waits for the code.
   */
  get missing(): WorkflowError | null {
    return this.#missing;
  }

  /** None runs, some wait for a place, and the run has had a place here before: others may have theirs first. */
  get canStandBack(): boolean {
    return this.#hasHadPlace && this.size > 0 && this.#underway.values().every(({ place }) => place.isWaiting);
  }

  /** Whether none may begin for this call: an attempt counts as under way until a turn has taken its outcome. */
  has(call: number): boolean {
    return this.#underway.has(call) || this.#unsettled.has(call) || this.#due.has(call);
  }

  /** A turn takes what became of the attempt. */
  settle(call: number): void {
    this.#unsettled.delete(call);
  }

  /** No turn takes what has become of attempts. */
  settleAll(): void {
    this.#unsettled.clear();
  }

  /** Begins an attempt of each open step call that is due, unless the run is paused. */
  beginDue(): void {
    const { state, clock } = this.#options;
    if (state.pausedAt !== null) return;
    const now = clock.now();
    const due: OpenStep[] = [];
    for (const call of state.open.values()) {
      if (call.kind === 'step' && call.retryAt <= now && !this.has(call.call)) due.push(call);
    }
    const isBeginning = this.#due.size > 0;
    if (due.length === 1 && !isBeginning) return this.#begin(due[0]!);
    for (const step of due) this.#due.set(step.call, step);
    if (!isBeginning) startInSlices(this.#beginInSlices());
  }

  /** Calls that were added meanwhile begin, too; those that were taken out do not. */
  *#beginInSlices(): SlicedWork<void> {
    const meter = new SliceMeter();
    for (const [call, step] of this.#due) {
      this.#due.delete(call);
      if (this.#options.state.open.get(call) === step) this.#begin(step);
      if (this.#due.size > 0 && meter.isOver()) yield;
    }
  }

  /** Begins steps that the code asked for in these events and does not wait for, because it has ended meanwhile. */
  beginForgotten(events: readonly JournalEvent[]): void {
    for (const event of events) {
      const isForgotten = event.type === 'step_created' && !this.#options.state.open.has(event.call);
      if (isForgotten) this.#begin(toOpenStep(event));
    }
  }

  /**
   * Takes over from an owner that was lost at `abandonedAt` and may have begun whatever was due until then.
   * @returns The calls whose attempts count as cut off. None begins for them before a turn has taken that.
   */
  takeOver(abandonedAt: number): number[] {
    const { state, clock } = this.#options;
    // The clock of the last owner may have been ahead of this one.
    const dueUntil = Math.max(Math.min(abandonedAt, clock.now()), state.lastAt);
    const cutOff: number[] = [];
    for (const call of state.open.values()) {
      const mayHaveBegun = call.kind === 'step' && call.retryAt <= dueUntil && !call.held;
      if (!mayHaveBegun || !this.#hasCode(call)) continue;
      this.#unsettled.set(call.call, 'cut_off');
      cutOff.push(call.call);
    }
    return cutOff;
  }

  /** Lets the signals that steps have follow those of the code. @param event Is durable. */
  followSignals(event: JournalEvent): void {
    if (event.type === 'signal_aborted') this.#signals.abort(event.signal, event.payload);
    // The code begins anew and counts its signals from 0.
    if (event.type === 'run_continued') this.#signals = new RunSignals(decodeValue);
  }

  /**
   * Takes back what waits for a place for a call, because the result of an attempt has come late. `false`: a later
   * attempt has begun, or may have begun elsewhere.
   */
  takeBack({ call, attempt }: Pick<OpenStep, 'call' | 'attempt'>): boolean {
    const open = this.#options.state.open.get(call);
    const isLatest = open?.kind === 'step' && open.attempt === attempt;
    const unsettled = this.#unsettled.get(call);
    if (unsettled === 'cut_off' && !isLatest) return false;
    const underway = this.#underway.get(call);
    if (unsettled === 'over' || (underway && !underway.place.withdraw())) return false;
    this.#underway.delete(call);
    this.#due.delete(call);
    this.#unsettled.delete(call);
    return true;
  }

  /** Takes back the attempts that wait for a place of the process. */
  withdrawWaiting(): void {
    this.#due.clear();
    for (const [call, { place }] of this.#underway) if (place.withdraw()) this.#underway.delete(call);
  }

  /** The run was told to end: the attempts that run hear why, and those that wait for a place never begin. */
  tellToEnd(): void {
    const { runId, cancelCause, cancelReason: reason } = this.#options.state;
    const isTimeout = cancelCause === 'timeout';
    this.#abortAll(
      isTimeout ? runtimeError('run_timed_out', { runId }) : runtimeError('run_cancelled', { runId, reason }),
    );
  }

  #abortAll(reason: WorkflowError): void {
    this.#due.clear();
    for (const [call, { abort, place }] of this.#underway) {
      if (place.withdraw()) this.#underway.delete(call);
      else abort.abort(reason);
    }
  }

  /** Tells all attempts to stop, with the reason, and nothing begins afterwards. */
  stop(reason: WorkflowError): void {
    this.#isStopped = true;
    this.#abortAll(reason);
  }

  #begin(step: OpenStep): void {
    const { state, epoch, executor, draining, onBegun, onOutcome } = this.#options;
    if (this.#isStopped || draining.aborted || !this.#hasCode(step)) return;
    const { call, attempt } = step;
    const abort = new AbortController();
    const place = executor.submit({
      ...step,
      runId: state.runId,
      workflowId: state.workflowId!,
      buildId: state.buildId,
      workflowStartedAt: state.startedAt!,
      epoch,
      abort,
      signals: this.#signals,
      onLong: (startedAt) => onOutcome({ kind: 'long', call, attempt, startedAt }),
      onHeartbeat: (payload) => onOutcome({ kind: 'heartbeat', call, attempt, payload }),
      onOutcome: (outcome) => {
        this.#underway.delete(call);
        this.#unsettled.set(call, 'over');
        this.#hasHadPlace = true;
        onOutcome({ kind: 'step', call, attempt, outcome });
      },
    });
    this.#underway.set(call, { abort, place });
    onBegun();
  }

  #hasCode({ name }: OpenStep): boolean {
    const { executor, state } = this.#options;
    const { error } = executor.findStep(name, state.buildId);
    this.#missing ??= error;
    return error === null;
  }
}
