/** The step attempts of one run in this process: which of them may begin, and which are under way. */
import type { Clock } from '../contract/clock.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { BuildId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { EventType, JournalEvent } from '../journal/events.ts';
import { SliceMeter, type SlicedWork } from '../contract/slices.ts';
import { toOpenStep, type OpenCall, type OpenStep, type RunState } from '../journal/run-state.ts';
import { checkAttributeNumber } from '../values/attribute-values.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import { RunSignals } from '../host-values/signal-values.ts';
import { startInSlices } from '../world/event-loop.ts';
import type { OfferedStep } from '../steps/offered-step.ts';
import type { StepExecutor } from '../steps/step-executor.ts';
import type { QueuePlace } from '../steps/step-queue.ts';
import { endsAttempt } from '../world/offers.ts';
import type { AttemptMessage, ClaimedRun } from '../world/world.ts';
import type { OfferDesk } from './offer-desk.ts';
import { hasLateResult } from './late-results.ts';
import type { Outcome } from './outcome.ts';
import { RunOffers, type OfferWish } from './run-offers.ts';
import { SparseMap } from '../contract/sparse-map.ts';

/** The run whose steps are run, and whom to tell. */
export interface RunAttemptsOptions {
  state: RunState;
  /** The ownership under which the attempts run; their writes to streams are refused when it has ended. */
  epoch: number;
  executor: StepExecutor;
  desk: OfferDesk;
  clock: Clock;
  log: Log;
  /** Aborted when this process stops beginning steps: the next owner of the run begins them. */
  draining: AbortSignal;
  /** An attempt was handed to the executor. */
  onBegun(): void;
  /** Gets what becomes of the attempts, also after they were aborted. */
  onOutcome(outcome: Outcome): void;
  /** Offers are on their way no more: perhaps nothing is under way here. */
  onSettled(): void;
  /** The store says that the run belongs to somebody else. */
  onRefused(): void;
}

const HOLDS_STEPS: ReadonlySet<EventType> = new Set<EventType>(['run_paused', 'run_cancel_requested']);

/** Whether no step that waits may begin once these events are durable. */
export const holdsSteps = (events: readonly JournalEvent[]): boolean =>
  events.some(({ type }) => HOLDS_STEPS.has(type));

/** Events that make no step due besides the one of their call. */
const RESULTS: ReadonlySet<EventType> = new Set<EventType>(['step_completed', 'step_failed']);

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
  /**
   * The calls to look at when steps may begin: those that were asked for or settled since. A run may have many
   * thousands of open calls, and takes results in many turns. `null`: any open call may be due.
   */
  #fresh: number[] | null = null;
  #signals = new RunSignals(decodeValue);
  /** The code that asks for steps, at the last event that was followed: a batch may hold the end of one code. */
  #buildId: BuildId | null = null;
  #isStopped = false;
  #hasHadPlace = false;
  /** Why steps could not begin, by their calls. */
  readonly #missing = new SparseMap<number, WorkflowError>();
  readonly #offers: RunOffers;

  constructor(options: RunAttemptsOptions) {
    this.#options = options;
    this.#offers = new RunOffers({ ...options, begin: (step, buildId) => this.#begin(step, buildId) });
  }

  /** How many run, wait for a place of the process, or are on their way to other workers. */
  get size(): number {
    return this.#underway.size + this.#due.size + this.#offers.moving;
  }

  /** Calls of which other workers make the attempts. */
  get elsewhere(): { has(call: number): boolean } {
    return this.#offers;
  }

  /**
   * `step_code_missing` or `step_code_differs` once a step of the run could not begin for that. It is no failed
   * attempt: the run waits for the code, unless it has gone on without the step.
   */
  get missing(): WorkflowError | null {
    for (const [call, error] of this.#missing) if (this.#options.state.open.has(call)) return error;
    return null;
  }

  /** None runs, some wait for a place, and the run has had a place here before: others may have theirs first. */
  get canStandBack(): boolean {
    const isMoving = this.#offers.moving > 0;
    return (
      this.#hasHadPlace && this.size > 0 && !isMoving && this.#underway.values().every(({ place }) => place.isWaiting)
    );
  }

  /** A step of the run has had a place here, none is under way, and the next one is due. */
  get isBetweenSteps(): boolean {
    return this.#hasHadPlace && this.size === 0 && this.#dueAmong(this.#options.state.open.values()).length > 0;
  }

  /** Whether none may begin for this call: an attempt counts as under way until a turn has taken its outcome. */
  has(call: number): boolean {
    return this.#underway.has(call) || this.#unsettled.has(call) || this.#due.has(call) || this.#offers.has(call);
  }

  /** A turn takes what became of the attempt. */
  settle(call: number): void {
    this.#unsettled.delete(call);
    this.#fresh?.push(call);
  }

  /** A turn takes what an attempt says that another worker makes. */
  hear(message: AttemptMessage): void {
    if (!endsAttempt(message)) return;
    this.#offers.end(message);
    this.#unsettled.delete(message.call);
    this.#fresh = null;
  }

  /** No turn takes what has become of attempts. */
  settleAll(): void {
    this.#unsettled.clear();
    this.#fresh = null;
  }

  /** Those that nobody makes; none while the run is paused. */
  #dueAmong(calls: Iterable<OpenCall>): OpenStep[] {
    const { state, clock } = this.#options;
    if (state.pausedAt !== null) return [];
    const now = clock.now();
    const due: OpenStep[] = [];
    for (const call of calls) if (call.kind === 'step' && call.retryAt <= now && !this.has(call.call)) due.push(call);
    return due;
  }

  /** Begins an attempt of each open step call that is due, unless the run is paused. */
  beginDue(): void {
    const { open, pausedAt } = this.#options.state;
    // Where nothing is under way, nothing would come that makes a call due that was missed.
    const isKnown = this.#fresh !== null && this.size > 0 && open.timed === 0 && !this.#offers.wereUsed;
    const due = this.#dueAmong(isKnown ? this.#fresh!.flatMap((call) => open.get(call) ?? []) : open.values());
    this.#fresh = pausedAt === null ? [] : null;
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
      else this.#fresh = null;
      if (this.#due.size > 0 && meter.isOver()) yield;
    }
  }

  /** Begins a step that the code has asked for and does not wait for, because it has ended or begun anew meanwhile. */
  beginForgotten(event: JournalEvent): void {
    const isForgotten = event.type === 'step_created' && !this.#options.state.open.has(event.call);
    if (isForgotten) this.#begin(toOpenStep(event), this.#buildId);
  }

  /**
   * Takes over from an earlier owner: its offers to other workers; and if it was lost, it may have begun whatever was
   * due until then.
   * @returns The calls whose attempts count as cut off. None begins for them before a turn has taken that, also those
   * whose results are in the inbox.
   */
  takeOver({ offers, inbox, abandonedAt }: Pick<ClaimedRun, 'offers' | 'inbox' | 'abandonedAt'>): number[] {
    const { state } = this.#options;
    const isOpen = ({ call, attempt }: Pick<OpenStep, 'call' | 'attempt'>): boolean => {
      const open = state.open.get(call);
      return open?.kind === 'step' && open.attempt === attempt;
    };
    for (const { content } of inbox)
      if (content.type === 'attempt' && endsAttempt(content) && isOpen(content))
        this.#unsettled.set(content.call, 'over');
    this.#offers.adopt(offers, (offer) => isOpen(offer) && !this.#unsettled.has(offer.call));
    const cutOff = abandonedAt === null ? [] : this.#findCutOff(abandonedAt);
    // Also of a run that was put aside because its code could not read the result.
    const late = inbox.flatMap(({ content }) => (content.type === 'step' && isOpen(content) ? [content.call] : []));
    for (const call of [...cutOff, ...late]) if (!this.#offers.has(call)) this.#unsettled.set(call, 'cut_off');
    return cutOff.filter((call) => !hasLateResult(state.open.get(call), inbox));
  }

  #findCutOff(abandonedAt: number): number[] {
    const { state, clock } = this.#options;
    // The clock of the last owner may have been ahead of this one.
    const dueUntil = Math.max(Math.min(abandonedAt, clock.now()), state.lastAt);
    const cutOff: number[] = [];
    for (const call of state.open.values()) {
      const mayHaveBegun = call.kind === 'step' && call.retryAt <= dueUntil && !call.held && !this.has(call.call);
      // Also where this process lacks the code: it puts the run aside, and the next owner could not tell any more.
      if (mayHaveBegun) cutOff.push(call.call);
    }
    return cutOff;
  }

  /** Follows the code whose steps these are: which build it is, and its signals. @param event Is durable. */
  follow(event: JournalEvent): void {
    if (event.type === 'signal_aborted') this.#signals.abort(event.signal, event.payload);
    // The code begins anew and counts its signals from 0.
    if (event.type === 'run_continued') this.#signals = new RunSignals(decodeValue);
    if ('buildId' in event) this.#buildId = event.buildId ?? null;
    if (event.type === 'step_created') this.#fresh?.push(event.call);
    else if (!RESULTS.has(event.type)) this.#fresh = null;
  }

  /**
   * Takes back what waits for a place for a call, because the result of an attempt has come late. `false`: a later
   * attempt has begun, or may have begun elsewhere.
   */
  takeBack({ call, attempt }: Pick<OpenStep, 'call' | 'attempt'>): boolean {
    const open = this.#options.state.open.get(call);
    const isLatest = open?.kind === 'step' && open.attempt === attempt;
    const unsettled = this.#unsettled.get(call);
    if (this.#offers.has(call)) return false;
    if (unsettled === 'cut_off' && !isLatest) return false;
    const underway = this.#underway.get(call);
    if (unsettled === 'over' || (underway && !underway.place.withdraw())) return false;
    this.#underway.delete(call);
    this.#due.delete(call);
    this.#unsettled.delete(call);
    this.#fresh = null;
    return true;
  }

  /** Takes back the attempts that wait for a place of the process or for another worker. Then that is durable. */
  async withdrawWaiting(): Promise<void> {
    this.#withdrawHere();
    await this.#offers.withdraw();
  }

  #withdrawHere(): void {
    this.#fresh = null;
    this.#due.clear();
    for (const [call, { place }] of this.#underway) if (place.withdraw()) this.#underway.delete(call);
  }

  /** Others may have their places first, see {@link canStandBack}. */
  standBack(): void {
    this.#withdrawHere();
  }

  /** The run was told to end: the attempts that run hear why, and those that wait for a place never begin. */
  tellToEnd(): void {
    const { runId, cancelCause, cancelReason: reason } = this.#options.state;
    const isTimeout = cancelCause === 'timeout';
    this.#abortAll(
      isTimeout ? runtimeError('run_timed_out', { runId }) : runtimeError('run_cancelled', { runId, reason }),
    );
    this.#offers.recall();
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
    this.#offers.drop();
  }

  /** @param buildId The code that has asked for the step; one that it does not wait for may be of an earlier build. */
  #begin(step: OpenStep, buildId = this.#options.state.buildId): void {
    const { state, epoch, executor, draining, onBegun, onOutcome } = this.#options;
    if (this.#isStopped || draining.aborted || !this.#hasCode(step, buildId)) {
      this.#fresh = null;
      return;
    }
    const { call, attempt } = step;
    const abort = new AbortController();
    // Before the attempt, which may begin at once.
    onBegun();
    const place = executor.submit({
      ...step,
      runId: state.runId,
      workflowId: state.workflowId!,
      buildId,
      workflowStartedAt: state.startedAt!,
      epoch,
      trace: state.trace,
      abort,
      signals: this.#signals,
      giveAway: (wanted) => this.#giveAway(step, wanted),
      dismiss: () => this.#dismiss(call),
      onLong: (began) => onOutcome({ kind: 'long', call, attempt, ...began }),
      onHeartbeat: (payload) => onOutcome({ kind: 'heartbeat', call, attempt, payload }),
      onAttributes: (attributes) => {
        checkAttributeNumber('setAttributes', state.attributes, attributes);
        onOutcome({ kind: 'attributes', attributes });
      },
      onUnfit: (error) => {
        this.#underway.delete(call);
        if (!state.open.has(call)) return;
        // The run is put aside now: no other attempt begins before.
        this.#fresh = null;
        this.#unsettled.set(call, 'over');
        this.#missing.set(call, error);
        onOutcome({ kind: 'due' });
      },
      onOutcome: (outcome) => {
        this.#underway.delete(call);
        this.#unsettled.set(call, 'over');
        this.#hasHadPlace = true;
        onOutcome({ kind: 'step', call, attempt, outcome });
      },
    });
    this.#underway.set(call, { abort, place });
  }

  #dismiss(call: number): boolean {
    const isDismissed = this.#underway.get(call)?.place.withdraw() ?? false;
    if (isDismissed) this.#underway.delete(call);
    this.#fresh = null;
    return isDismissed;
  }

  #giveAway(step: OpenStep, wanted: OfferWish): OfferedStep | null {
    const { state, draining } = this.#options;
    const open = state.open.get(step.call);
    const isOpen = open?.kind === 'step' && open.attempt === step.attempt;
    if (this.#isStopped || draining.aborted || !isOpen || !this.#dismiss(step.call)) return null;
    return this.#offers.add(step, wanted);
  }

  #hasCode({ call, name }: OpenStep, buildId: BuildId | null): boolean {
    const { executor, state, log } = this.#options;
    const { error } = executor.findStep(name, buildId);
    if (!error) return true;
    if (state.open.has(call)) this.#missing.set(call, error);
    else log.warn('step_not_made', { runId: state.runId, stepName: name, error });
    return false;
  }
}
