/**
 * One run in the hands of this worker. Outcomes come in, the workflow code goes on, and what follows is committed: all
 * that came in since the last commit becomes the next one. Nothing happens outside before its commit is durable.
 */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { RunId } from '../contract/ids.ts';
import { isTerminal, type JournalEvent, type RunCreated } from '../journal/events.ts';
import {
  applyEvent,
  createRunState,
  nextTimerAt,
  nextWakeAt,
  toOpenStep,
  type OpenStep,
  type RunState,
} from '../journal/run-state.ts';
import type { Sandbox } from '../replay/realm.ts';
import { replayJournal } from '../replay/replay-journal.ts';
import type { ClaimedRun, CommitOutcome, InboxMessage, TokenConflict } from '../world/world.ts';
import type { ActorServices } from './actor-services.ts';
import type { Outcome } from './outcome.ts';
import { RunAttempts } from './run-attempts.ts';
import { Turn } from './turn.ts';
import { untilAnswered } from './until-answered.ts';

/** After so many attempts that ended with their process a step is given up. */
const INTERRUPTIONS_MAX = 10;
/** A run whose code does not fit is looked at again after this time. */
export const PARK_RETRY_MS = 5_000;

export class RunActor {
  readonly runId: RunId;
  readonly epoch: number;
  readonly state: RunState;
  readonly #services: ActorServices;
  #sandbox: Sandbox | null = null;
  #queue: Outcome[] = [];
  readonly #attempts: RunAttempts;
  /** Messages up to here are in the journal, or in `#queue`. */
  #inboxSeen: number;
  #inboxTaken: number;
  #pumping = false;
  #stopped = false;
  /** Why the run cannot go on here; it is parked when nothing of it is under way any more. */
  #trouble: WorkflowError | null = null;
  /** Events of the claimed journal, until the sandbox has been brought up to them. */
  #journal: JournalEvent[] | null = null;

  private constructor(services: ActorServices, run: { runId: RunId; epoch: number; inboxTaken: number }) {
    this.#services = services;
    this.runId = run.runId;
    this.epoch = run.epoch;
    this.state = createRunState(run.runId);
    this.#attempts = new RunAttempts({
      state: this.state,
      executor: services.executor,
      onOutcome: (outcome) => this.#onAttempt(outcome),
    });
    this.#inboxSeen = this.#inboxTaken = run.inboxTaken;
  }

  /** A run that this worker took over: what its last owner left undone is taken up again. */
  static adopt(services: ActorServices, { run, journal, inbox }: ClaimedRun): RunActor {
    const actor = new RunActor(services, run);
    for (const event of journal) applyEvent(actor.state, event);
    actor.#journal = journal;
    if (actor.state.status === 'pending') actor.#queue.push({ kind: 'start' });
    for (const call of actor.state.open.values()) {
      if (call.kind === 'step' && call.retryAt === 0) actor.#takeUp(call);
    }
    const timerAt = nextTimerAt(actor.state, services.cancelGraceMs, actor.#attempts);
    if (timerAt !== null && timerAt <= services.clock.now()) actor.#queue.push({ kind: 'due' });
    for (const message of inbox) actor.#enqueueMessage(message);
    return actor;
  }

  /**
   * A new run, whose first turn is made before it is stored: one commit creates it and asks for its first steps.
   * @returns The actor, and a promise that resolves when the run is durable: to `false` when a run with this id exists.
   */
  static begin(services: ActorServices, created: RunCreated & { runId: RunId }) {
    const { runId, ...event } = created;
    const actor = new RunActor(services, { runId, epoch: 1, inboxTaken: 0 });
    applyEvent(actor.state, event);
    const done = actor.#whileBusy(async () => {
      const trouble = actor.#openSandbox([]);
      if (trouble) throw trouble;
      const turn = actor.#takeTurn([{ kind: 'start' }]);
      return await actor.#create(turn, event);
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
    if (message.n > this.#inboxSeen + 1) this.#readInbox();
    else this.#enqueueMessage(message);
    this.#pump();
  }

  /** Fills a gap: messages that another process left have not been noticed yet. */
  #readInbox(): void {
    const { world } = this.#services;
    void this.#untilAnswered(() => world.readInbox(this.runId, this.#inboxSeen)).then((messages) => {
      for (const message of messages ?? []) this.#enqueueMessage(message);
      return this.#pump();
    });
  }

  /** The alarm of this run went off: a sleep is over, a retry is due, or the grace period of a cancel. */
  wakeUp(): void {
    this.#queue.push({ kind: 'due' });
    this.#pump();
  }

  /** Gives the run back, so that any worker may take it. Resolves when that is durable; may be repeated when it was not. */
  async release(): Promise<void> {
    this.stop();
    await this.#services.world.commit({ ...this.#condition([]), release: true });
  }

  /** Lets go without a word: the run belongs to somebody else, or the process ends. */
  stop(): void {
    this.#stopped = true;
    this.#sandbox = null;
    this.#attempts.abortAll(runtimeError('step_abandoned', { runId: this.runId }));
    this.#services.setAlarm(this, null);
  }

  #enqueueMessage(message: InboxMessage): void {
    if (message.n !== this.#inboxSeen + 1) return;
    this.#inboxSeen = message.n;
    this.#queue.push({ kind: 'message', message });
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
    if (!this.#sandbox && !(await this.#restore())) return;
    const taken = this.#inboxTaken;
    const turn = this.#takeTurn(this.#queue.splice(0));
    if (turn.events.length > 0 || this.#inboxTaken > taken) await this.#commit(turn);
    else this.#wake();
  }

  #takeTurn(outcomes: Outcome[]): Turn {
    const { clock, cancelGraceMs, builds } = this.#services;
    const turn = new Turn(this.state, this.#sandbox!);
    for (const outcome of outcomes) {
      if (outcome.kind === 'message') this.#inboxTaken = outcome.message.n;
      const at = Math.max(clock.now(), this.state.lastAt);
      turn.take(outcome, { at, buildId: builds.currentId, cancelGraceMs, interruptionsMax: INTERRUPTIONS_MAX });
    }
    return turn;
  }

  /** Brings a sandbox to where the journal ends; `false` when that is not possible here and now. */
  async #restore(): Promise<boolean> {
    const { world, builds } = this.#services;
    const journal = this.#journal ?? (await this.#untilAnswered(() => world.readJournal(this.runId)));
    const trouble = await this.#untilAnswered(() => builds.load(this.state.buildId));
    if (this.#stopped) return false;
    // The store did not answer before this process had to end.
    if (!journal || trouble === undefined) this.stop();
    else this.#trouble = trouble ?? this.#openSandbox(journal) ?? this.#trouble;
    // What came in belongs to a run that cannot go on here; its next owner finds out anew.
    if (!this.#sandbox) this.#queue = [];
    return this.#sandbox !== null;
  }

  #openSandbox(journal: readonly JournalEvent[]): WorkflowError | null {
    const { runId, workflowId, seed, input } = this.state;
    const opened = this.#services.builds.openRun(this.state.buildId, { runId, workflowId: workflowId!, seed, input });
    if ('error' in opened) return opened.error;
    const diverged = replayJournal(runId, opened.sandbox, journal);
    if (diverged) return diverged;
    this.#sandbox = opened.sandbox;
    this.#journal = null;
    return null;
  }

  async #create(turn: Turn, created: RunCreated): Promise<boolean> {
    const { world, workerId, cancelGraceMs } = this.#services;
    for (;;) {
      const outcome = await world.createRun({
        runId: this.runId,
        workflowId: created.workflowId,
        owner: workerId,
        dueAt: nextWakeAt(this.state, cancelGraceMs),
        events: [created, ...turn.events],
      });
      if (outcome.ok) {
        this.#afterCommit(turn);
        return true;
      }
      if (outcome.reason === 'exists') {
        this.stop();
        return false;
      }
      this.#recordConflicts(turn, outcome.conflicts);
    }
  }

  async #commit(turn: Turn): Promise<void> {
    for (;;) {
      const outcome = await this.#tryCommit(turn);
      if (outcome.ok) {
        this.#afterCommit(turn);
        return;
      }
      if (outcome.reason === 'fenced') {
        this.stop();
        this.#services.onFenced(this);
        return;
      }
      this.#recordConflicts(turn, outcome.conflicts);
    }
  }

  async #tryCommit(turn: Turn): Promise<CommitOutcome> {
    const commit = { ...this.#condition(turn.events), afterSeq: turn.afterSeq };
    const outcome = await this.#untilAnswered(() => this.#services.world.commit(commit));
    return outcome ?? { ok: false, reason: 'fenced' };
  }

  #untilAnswered<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const { log, pause, isClosing } = this.#services;
    return untilAnswered(ask, { log, pause, runId: this.runId, isOver: () => this.#stopped || isClosing() });
  }

  #condition(events: JournalEvent[]) {
    return {
      runId: this.runId,
      epoch: this.epoch,
      afterSeq: this.state.seq,
      events,
      inboxTaken: this.#inboxTaken,
      dueAt: nextWakeAt(this.state, this.#services.cancelGraceMs),
      release: false,
      parked: null,
    };
  }

  /** A token that the code chose is held by another run: the code is told in the same commit. */
  #recordConflicts(turn: Turn, conflicts: TokenConflict[]): void {
    const at = this.state.lastAt;
    for (const { call, token, heldBy } of conflicts) {
      if (this.state.open.has(call)) turn.record({ type: 'hook_conflict', call, token, heldBy, at });
    }
  }

  /** The commit is durable: now its steps may begin, its alarms be set and its end be seen. */
  #afterCommit({ events }: Turn): void {
    if (this.#stopped) return;
    const cancelledAt = events.findIndex((event) => event.type === 'run_cancel_requested');
    if (cancelledAt >= 0) this.#attempts.abortAll(this.#cancelled());
    // What was asked for before a cancel is never begun.
    for (const event of events.slice(cancelledAt + 1)) {
      if (event.type === 'step_created') this.#startAttempt(toOpenStep(event));
    }
    this.#wake();
    if (isTerminal(this.state.status)) {
      this.#sandbox = null;
      this.#stopped = true;
      this.#services.setAlarm(this, null);
      this.#services.onEnded(this, events.at(-1)!);
    } else if (this.#services.keepsNoSandbox) {
      this.#sandbox = null;
    }
  }

  #cancelled(): WorkflowError {
    return runtimeError('run_cancelled', { runId: this.runId, reason: this.state.cancelReason });
  }

  /** Starts the attempts that are due and sets the alarm for what comes next. */
  #wake(): void {
    if (this.#stopped) return;
    const now = this.#services.clock.now();
    for (const call of this.state.open.values()) {
      const isDue = call.kind === 'step' && call.retryAt > 0 && call.retryAt <= now;
      if (isDue && !this.#attempts.has(call.call)) this.#startAttempt(call);
    }
    this.#services.setAlarm(this, nextTimerAt(this.state, this.#services.cancelGraceMs, this.#attempts));
  }

  #startAttempt(step: OpenStep): void {
    // Whoever takes the run next begins it.
    if (this.#stopped || this.#services.isClosing() || !this.#hasCode(step)) return;
    this.#attempts.start(step);
    this.#services.onBusy(this);
  }

  /** The last owner asked for this step, and its attempt (if it had begun) ended with that owner. */
  #takeUp(step: OpenStep): void {
    if (this.#hasCode(step)) this.#queue.push({ kind: 'interrupted', call: step.call });
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
    const { world, clock, log } = this.#services;
    log.warn('run_parked', { runId: this.runId, error: trouble });
    const { code, message } = trouble;
    const commit = {
      ...this.#condition([]),
      dueAt: clock.now() + PARK_RETRY_MS,
      release: true,
      parked: { code, message },
    };
    this.stop();
    try {
      await world.commit(commit);
      this.#services.onReleased(this);
    } catch (error) {
      this.#services.onBroken(this, error);
    }
  }
}
