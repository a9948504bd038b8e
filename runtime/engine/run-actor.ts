/**
 * One run in the hands of this worker. Outcomes come in, the workflow code goes on, and what follows is committed: all
 * that came in since the last commit becomes the next one. Nothing happens outside before its commit is durable.
 */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { BuildId, RunId } from '../contract/ids.ts';
import { isTerminal, type EventType, type JournalEvent } from '../journal/events.ts';
import {
  applyEvent,
  createRunState,
  nextTimerAt,
  toOpenStep,
  type OpenStep,
  type RunState,
} from '../journal/run-state.ts';
import type { ClaimedRun, InboxMessage, ParkReason } from '../world/world.ts';
import type { ActorServices } from './actor-services.ts';
import type { Outcome } from './outcome.ts';
import { parkingOf } from './parking.ts';
import { RunAttempts } from './run-attempts.ts';
import { RunCode } from './run-code.ts';
import { RunInbox } from './run-inbox.ts';
import { RunWriter, type BeginInput, type BeginOutcome } from './run-writer.ts';
import { Turn } from './turn.ts';
import { untilAnswered } from '../world/until-answered.ts';

/** After so many attempts that ended with their process a step is given up. */
const INTERRUPTIONS_MAX = 25;

/** A run with a longer journal is reported; nothing else happens to it. */
const JOURNAL_LONG_EVENTS = 25_000;
const HOLDS_STEPS: ReadonlySet<EventType> = new Set<EventType>(['run_paused', 'run_cancel_requested']);

/** A run and how far it is, as its owner begins with it. */
interface Takeover {
  runId: RunId;
  epoch: number;
  inboxTaken: number;
  parked: ParkReason | null;
  journal: JournalEvent[] | null;
}

export class RunActor {
  readonly runId: RunId;
  readonly epoch: number;
  readonly state: RunState;
  readonly #services: ActorServices;
  readonly #code: RunCode;
  #queue: Outcome[] = [];
  readonly #attempts: RunAttempts;
  readonly #inbox: RunInbox;
  readonly #writer: RunWriter;
  #pumping = false;
  #stopped = false;
  /** Why the run cannot go on here; it is parked when nothing of it is under way any more. */
  #trouble: WorkflowError | null = null;
  /** How it was parked before, until it gets on. */
  #parked: ParkReason | null;

  private constructor(services: ActorServices, { runId, epoch, inboxTaken, parked, journal }: Takeover) {
    this.#services = services;
    this.runId = runId;
    this.epoch = epoch;
    this.state = createRunState(runId);
    this.#code = new RunCode({
      state: this.state,
      builds: services.builds,
      journal,
      readJournal: (afterSeq) => this.#untilAnswered(() => services.world.readJournal(runId, afterSeq)),
    });
    this.#attempts = new RunAttempts({
      state: this.state,
      epoch,
      executor: services.executor,
      onOutcome: (outcome) => this.#onAttempt(outcome),
    });
    this.#inbox = new RunInbox({
      taken: inboxTaken,
      read: (afterN) => this.#untilAnswered(() => services.world.readInbox(runId, afterN)),
      onMessage: (message) => this.#queue.push({ kind: 'message', message }),
      onGapFilled: () => this.#pump(),
    });
    this.#writer = new RunWriter({
      services,
      state: this.state,
      epoch,
      inbox: this.#inbox,
      untilAnswered: (ask) => this.#untilAnswered(ask),
    });
    this.#parked = parked;
  }

  /** A run that this worker took over: what its last owner left undone is taken up again. */
  static adopt(services: ActorServices, { run, journal, inbox, abandonedAt }: ClaimedRun): RunActor {
    const actor = new RunActor(services, { ...run, journal });
    for (const event of journal) {
      applyEvent(actor.state, event);
      actor.#attempts.followSignals(event);
    }
    if (abandonedAt !== null) actor.#takeUpSteps(abandonedAt);
    const timerAt = actor.#nextTimerAt();
    if (timerAt !== null && timerAt <= services.clock.now()) actor.#queue.push({ kind: 'due' });
    for (const message of inbox) actor.#inbox.accept(message);
    return actor;
  }

  /**
   * A new run, whose first turn is made before it is stored: one commit creates it and asks for its first steps.
   * @returns The actor, and a promise that resolves when the run is durable, or is not to be.
   */
  static begin(services: ActorServices, input: BeginInput) {
    const actor = new RunActor(services, { runId: input.runId, epoch: 1, inboxTaken: 0, parked: null, journal: null });
    applyEvent(actor.state, input.created);
    const done = actor.#whileBusy(async () => {
      try {
        const trouble = actor.#code.begin();
        if (trouble) throw trouble;
        return await actor.#create(actor.#takeTurn([{ kind: 'start' }]), input);
      } catch (error) {
        // Before anybody takes it for a run that waits.
        actor.stop();
        throw error;
      }
    });
    return { actor, done };
  }

  /** Nothing of it runs here and nothing waits to be done: it can be let go. */
  get isIdle(): boolean {
    return !this.#pumping && this.#queue.length === 0 && this.#attempts.size === 0;
  }

  /** Takes up what was left undone. */
  resume(): void {
    this.#wake();
    this.#onQuiet();
  }

  /** A message from outside arrived, perhaps for the second time. */
  receive(message: InboxMessage): void {
    this.#inbox.receive(message);
    this.#pump();
  }

  /** The alarm of this run went off: a sleep is over, a retry is due, or the grace period of a cancel. */
  wakeUp(): void {
    this.#queue.push({ kind: 'due' });
    this.#pump();
  }

  /**
   * Gives the run back, so that any worker may take it. Resolves when that is durable; may be repeated when it was not. A
   * run of which attempts are cut off is not given back but lost with its worker: its next owner has to know.
   */
  async release(): Promise<void> {
    const cutsOff = this.#attempts.size > 0;
    this.stop();
    if (!cutsOff) await this.#writer.release();
  }

  /** Lets go without a word: the run belongs to somebody else, or the process ends. */
  stop(): void {
    this.#stopped = true;
    this.#code.drop();
    this.#attempts.abortAll(runtimeError('step_abandoned', { runId: this.runId }));
    this.#services.setAlarm(this, null);
  }

  #pump(): void {
    if (this.#pumping || this.#stopped || this.#queue.length === 0) return;
    this.#whileBusy(async () => {
      while (!this.#stopped && this.#queue.length > 0) await this.#turn();
    }).catch((error: unknown) => this.#services.onBroken(this, error));
  }

  /** Does one piece of work at a time; what came in meanwhile follows. */
  async #whileBusy<T>(work: () => Promise<T>): Promise<T> {
    this.#pumping = true;
    this.#services.onBusy(this);
    try {
      return await work();
    } finally {
      this.#pumping = false;
      this.#onQuiet();
    }
  }

  #onQuiet(): void {
    if (this.#stopped) return;
    if (this.#queue.length > 0) this.#pump();
    else if (this.#trouble && this.#attempts.size === 0) void this.#park(this.#trouble);
    else this.#services.onSuspended(this);
  }

  /** One turn: everything that came in, what the code asks for next, one commit. */
  async #turn(): Promise<void> {
    const wantedBuild = this.#inbox.takeWantedBuild();
    if (wantedBuild) return await this.#move(wantedBuild);
    if (!this.#code.sandbox && !(await this.#restore())) return;
    const { taken } = this.#inbox;
    const turn = this.#takeTurn(this.#queue.splice(0));
    // Before the commit: when that is durable no step may begin, and the answer comes later.
    if (turn.events.some(({ type }) => HOLDS_STEPS.has(type))) this.#attempts.withdrawWaiting();
    if (turn.events.length > 0 || this.#inbox.taken > taken) await this.#commit(turn);
    else this.#wake();
  }

  #takeTurn(outcomes: Outcome[]): Turn {
    const { clock, cancelGraceMs, builds } = this.#services;
    const turn = this.#openTurn();
    for (const outcome of outcomes) {
      if (outcome.kind === 'message') this.#inbox.take(outcome.message);
      if ('call' in outcome) this.#attempts.settle(outcome.call);
      const at = Math.max(clock.now(), this.state.lastAt);
      turn.take(outcome, { at, buildId: builds.currentId, cancelGraceMs, interruptionsMax: INTERRUPTIONS_MAX });
    }
    return turn;
  }

  #openTurn(): Turn {
    const { newRunFacts } = this.#services;
    return new Turn(this.state, this.#code.sandbox!, { newRunFacts, openNext: () => this.#code.openNext() });
  }

  /** Brings a sandbox to where the journal ends; `false` when that is not possible here and now. */
  async #restore(): Promise<boolean> {
    const trouble = await this.#code.restore();
    if (this.#stopped) return false;
    // The store did not answer before this process had to end.
    if (trouble === undefined) this.stop();
    else this.#trouble = trouble ?? this.#trouble;
    // What came in belongs to a run that cannot go on here; its next owner finds out anew.
    if (!this.#code.sandbox) {
      this.#queue = [];
      this.#attempts.settleAll();
    }
    return this.#code.sandbox !== null;
  }

  /** Goes on with another build, if it asks for what the journal holds. */
  async #move(buildId: BuildId): Promise<void> {
    if (buildId === this.state.buildId || this.state.status === 'pending') return;
    const trouble = await this.#code.moveTo(buildId);
    if (this.#stopped) return;
    if (trouble === undefined) this.stop();
    else if (trouble) this.#services.log.warn('run_not_moved', { runId: this.runId, error: trouble });
    else {
      const turn = this.#openTurn();
      turn.record({ type: 'run_moved', buildId, at: Math.max(this.#services.clock.now(), this.state.lastAt) });
      await this.#commit(turn);
    }
  }

  async #create(turn: Turn, input: BeginInput): Promise<BeginOutcome> {
    const outcome = await this.#writer.create(turn, input);
    if (outcome === 'created') this.#afterCommit(turn);
    else this.stop();
    return outcome;
  }

  async #commit(turn: Turn): Promise<void> {
    if (await this.#writer.append(turn)) {
      this.#afterCommit(turn);
    } else {
      this.stop();
      this.#services.onFenced(this);
    }
  }

  #untilAnswered<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const { log, clock } = this.#services;
    return untilAnswered(ask, { log, clock, runId: this.runId, isOver: () => this.#stopped });
  }

  /** The commit is durable: now its steps may begin, its alarms be set and its end be seen. */
  #afterCommit({ events, afterSeq, listed }: Turn): void {
    if (this.#stopped) return;
    this.#services.executor.keepListed(this.runId, listed);
    this.#parked = null;
    this.#warnOfLength(afterSeq);
    const toldToEnd = events.findIndex((event) => event.type === 'run_cancel_requested');
    if (toldToEnd >= 0) this.#attempts.abortAll(this.#toldToEnd());
    for (const event of events) this.#attempts.followSignals(event);
    this.#startForgotten(events.slice(toldToEnd + 1));
    this.#wake();
    if (isTerminal(this.state.status)) {
      this.#code.drop();
      this.#stopped = true;
      this.#services.setAlarm(this, null);
      this.#services.onEnded(this, events.at(-1)!);
    } else if (this.#services.keepsNoSandbox) {
      this.#code.drop();
    }
  }

  /** Says once that replaying the run takes longer and longer. */
  #warnOfLength(lengthBefore: number): void {
    const { seq, baseSeq } = this.state;
    const limit = baseSeq + JOURNAL_LONG_EVENTS;
    if (lengthBefore >= limit || seq < limit) return;
    const fix = 'let it begin anew from time to time: continueAs()';
    this.#services.log.warn('journal_long', { runId: this.runId, events: seq - baseSeq, fix });
  }

  #toldToEnd(): WorkflowError {
    const { runId, state } = this;
    if (state.cancelCause === 'timeout') return runtimeError('run_timed_out', { runId });
    return runtimeError('run_cancelled', { runId, reason: state.cancelReason });
  }

  /** Steps that nobody waits for any more, because the code has ended meanwhile, were asked for all the same. */
  #startForgotten(events: JournalEvent[]): void {
    for (const event of events) {
      const isForgotten = event.type === 'step_created' && !this.state.open.has(event.call);
      if (isForgotten) this.#startAttempt(toOpenStep(event));
    }
  }

  /** Starts the attempts that are due and sets the alarm for what comes next. */
  #wake(): void {
    if (this.#stopped) return;
    const now = this.#services.clock.now();
    if (this.state.pausedAt === null) {
      for (const call of this.state.open.values()) {
        const isDue = call.kind === 'step' && call.retryAt <= now;
        if (isDue && !this.#attempts.has(call.call)) this.#startAttempt(call);
      }
    }
    // A process that closes begins nothing: what is due then is for the next owner.
    if (!this.#services.isClosing()) this.#services.setAlarm(this, this.#nextTimerAt());
  }

  #nextTimerAt(): number | null {
    return nextTimerAt(this.state, this.#services.cancelGraceMs, this.#attempts);
  }

  #startAttempt(step: OpenStep): void {
    // Whoever takes the run next begins it.
    if (this.#stopped || this.#services.isClosing() || !this.#hasCode(step)) return;
    this.#attempts.start(step);
    this.#services.onBusy(this);
  }

  /** The last owner is gone, and so are the attempts that it may have begun: those that were due until then. */
  #takeUpSteps(abandonedAt: number): void {
    // The clock of the last owner may have been ahead of this one.
    const dueUntil = Math.max(Math.min(abandonedAt, this.#services.clock.now()), this.state.lastAt);
    for (const call of this.state.open.values()) {
      const mayHaveBegun = call.kind === 'step' && call.retryAt <= dueUntil && !call.held;
      if (!mayHaveBegun || !this.#hasCode(call)) continue;
      this.#attempts.awaitTurn(call.call);
      this.#queue.push({ kind: 'interrupted', call: call.call });
    }
  }

  /** A step whose code is missing is no failed attempt: the run waits until the code is there. */
  #hasCode({ name }: OpenStep): boolean {
    if (this.#services.executor.has(name)) return true;
    this.#trouble ??= runtimeError('step_code_missing', { stepName: name });
    return false;
  }

  #onAttempt(outcome: Outcome): void {
    if (this.#stopped) return;
    this.#queue.push(outcome);
    this.#pump();
  }

  /** Its code is missing or does not fit: put it aside with the reason; it is looked at again later. */
  async #park(trouble: WorkflowError): Promise<void> {
    this.#services.log.warn('run_parked', { runId: this.runId, error: trouble });
    this.stop();
    try {
      await this.#writer.park(parkingOf(trouble, this.#parked));
      this.#services.onReleased(this);
    } catch (error) {
      this.#services.onBroken(this, error);
    }
  }
}
