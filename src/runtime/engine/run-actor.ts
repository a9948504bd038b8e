/**
 * One run in the hands of this worker. Outcomes come in, the workflow code goes on, and what follows is committed: all
 * that came in since the last commit becomes the next one. Nothing happens outside before its commit is durable.
 */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { Command } from '../journal/commands.ts';
import { isTerminal, type JournalEvent, type Unplaced } from '../journal/events.ts';
import { isOutcome } from '../journal/event-kinds.ts';
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
import { toOutcomeEvents, type Outcome } from './outcome.ts';
import { RunAttempts } from './run-attempts.ts';
import { untilAnswered } from './until-answered.ts';

/** After so many attempts that ended with their process a step is given up. */
const INTERRUPTIONS_MAX = 10;
/** A run whose code does not fit is looked at again after this time. */
export const PARK_RETRY_MS = 5_000;

/** What one commit will hold. */
interface Batch {
  afterSeq: number;
  events: JournalEvent[];
}

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
  static begin(services: ActorServices, created: Extract<JournalEvent, { type: 'run_created' }> & { runId: RunId }) {
    const { runId, ...event } = created;
    const actor = new RunActor(services, { runId, epoch: 1, inboxTaken: 0 });
    applyEvent(actor.state, event);
    const done = actor.#whileBusy(async () => {
      const batch: Batch = { afterSeq: 0, events: [event] };
      const trouble = actor.#openSandbox([]);
      if (trouble) throw trouble;
      actor.#advance(batch, [{ kind: 'start' }]);
      return await actor.#create(batch, event.workflowId);
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

  /** Gives the run back, so that any worker may take it. Resolves when that is durable. */
  async release(): Promise<void> {
    this.stop();
    await this.#services.world.commit({ ...this.#condition([]), release: true }).catch(() => {});
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
    const batch: Batch = { afterSeq: this.state.seq, events: [] };
    const taken = this.#inboxTaken;
    this.#advance(batch, this.#queue.splice(0));
    if (batch.events.length > 0 || this.#inboxTaken > taken) await this.#commit(batch);
    else this.#wake();
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

  /** Turns outcomes into events and delivers them, one at a time, each followed by what the code asks for. */
  #advance(batch: Batch, outcomes: Outcome[]): void {
    const { clock, cancelGraceMs } = this.#services;
    for (const outcome of outcomes) {
      if (outcome.kind === 'message') this.#inboxTaken = outcome.message.n;
      const at = Math.max(clock.now(), this.state.lastAt);
      const buildId = this.#services.builds.currentId;
      for (const event of toOutcomeEvents(this.state, outcome, {
        at,
        buildId,
        cancelGraceMs,
        interruptionsMax: INTERRUPTIONS_MAX,
      })) {
        this.#record(batch, { ...event, at });
      }
    }
  }

  #record(batch: Batch, unplaced: Unplaced & { at: number }): void {
    if (isTerminal(this.state.status)) return;
    const event = { ...unplaced, seq: this.state.seq + 1 };
    applyEvent(this.state, event);
    batch.events.push(event);
    if (!isOutcome(event)) return;
    for (const command of this.#sandbox!.deliver(event)) this.#recordCommand(batch, command, event.at);
  }

  #recordCommand(batch: Batch, command: Command, at: number): void {
    const reason = command.type === 'run_cancelled' ? this.state.cancelReason : undefined;
    this.#record(batch, { ...command, ...(reason !== undefined && { reason }), at });
  }

  async #create(batch: Batch, workflowId: WorkflowId): Promise<boolean> {
    const { world, workerId } = this.#services;
    for (;;) {
      const dueAt = nextWakeAt(this.state, this.#services.cancelGraceMs);
      const outcome = await world.createRun({
        runId: this.runId,
        workflowId,
        owner: workerId,
        dueAt,
        events: batch.events,
      });
      if (outcome.ok) {
        this.#afterCommit(batch);
        return true;
      }
      if (outcome.reason === 'exists') {
        this.stop();
        return false;
      }
      this.#recordConflicts(batch, outcome.conflicts);
    }
  }

  async #commit(batch: Batch): Promise<void> {
    for (;;) {
      const outcome = await this.#tryCommit(batch);
      if (outcome.ok) {
        this.#afterCommit(batch);
        return;
      }
      if (outcome.reason === 'fenced') {
        this.stop();
        this.#services.onFenced(this);
        return;
      }
      this.#recordConflicts(batch, outcome.conflicts);
    }
  }

  async #tryCommit(batch: Batch): Promise<CommitOutcome> {
    const commit = { ...this.#condition(batch.events), afterSeq: batch.afterSeq };
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
  #recordConflicts(batch: Batch, conflicts: TokenConflict[]): void {
    const at = this.state.lastAt;
    for (const { call, token, heldBy } of conflicts) {
      if (this.state.open.has(call)) this.#record(batch, { type: 'hook_conflict', call, token, heldBy, at });
    }
  }

  /** The commit is durable: now its steps may begin, its alarms be set and its end be seen. */
  #afterCommit(batch: Batch): void {
    if (this.#stopped) return;
    for (const event of batch.events) {
      if (event.type === 'run_cancel_requested') this.#attempts.abortAll(this.#cancelled());
      else if (event.type === 'step_created') this.#startAttempt(toOpenStep(event));
    }
    this.#wake();
    if (isTerminal(this.state.status)) {
      this.#sandbox = null;
      this.#stopped = true;
      this.#services.setAlarm(this, null);
      this.#services.onEnded(this, batch.events.at(-1)!);
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
