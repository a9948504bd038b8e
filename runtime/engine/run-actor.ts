/**
 * One run in the hands of this worker. Outcomes come in, the workflow code goes on, and what follows is committed:
 * everything that came in since the last commit becomes the next one. Nothing happens outside before its commit is
 * durable.
 */
import { runtimeError } from '../contract/runtime-errors.ts';
import { WorkflowError } from '../contract/errors.ts';
import type { BuildId, RunId } from '../contract/ids.ts';
import { isUnreadable } from '../contract/unreadable-value.ts';
import { isTerminal, type JournalEvent, type Payload } from '../journal/events.ts';
import { nextTimerAt, type RunState } from '../journal/run-state.ts';
import { untilAnswered, type StoreAnswer } from '../world/until-answered.ts';
import type { ClaimedRun, InboxMessage, ParkReason, RunRecord, MessageOrigin } from '../world/world.ts';
import type { ActorServices, Rest } from './actor-services.ts';
import { isAboutHooks, withoutValues } from './hook-index.ts';
import { IncomingMessages, unreadableMessage } from './incoming-messages.ts';
import { sendAllLate, sendLate } from './late-results.ts';
import { OwnPayloads, type PayloadOutcome } from './own-payloads.ts';
import type { Outcome } from './outcome.ts';
import { letGo, OutcomeQueue } from './outcome-queue.ts';
import { isNewReason, parkingOf } from './parking.ts';
import { holdsSteps, RunAttempts } from './run-attempts.ts';
import { RunCode, type RestoreOutcome } from './run-code.ts';
import { RunJournal, type BeginInput, type BeginOutcome } from './run-journal.ts';
import { RunTurns } from './run-turns.ts';
import type { Turn } from './turn.ts';

/** How far a run is when its owner begins with it. */
type Takeover = Pick<RunRecord, 'runId' | 'epoch' | 'inboxTaken' | 'parked'>;

/** Moves one run on for as long as this worker owns it. */
export class RunActor {
  readonly runId: RunId;
  readonly epoch: number;
  readonly #services: ActorServices<RunActor>;
  readonly #journal: RunJournal;
  readonly #code: RunCode;
  readonly #queue = new OutcomeQueue();
  readonly #attempts: RunAttempts;
  readonly #messages: IncomingMessages;
  readonly #ownPayloads = new OwnPayloads();
  readonly #turns: RunTurns;
  #pumping = false;
  #stopped = false;
  /** From when the run is due for another owner, see {@link RunJournal.release}; 0: it does not stand back. */
  #dueFrom = 0;
  /** Why the code cannot go on here; the run is parked once none of its steps is under way. */
  #trouble: WorkflowError | null = null;
  /** The code of the run cannot read what has come in: nothing more is taken here. */
  #isLeft = false;
  /** How the run was parked before, until it gets on. */
  #parked: ParkReason | null;

  private constructor(services: ActorServices<RunActor>, { runId, epoch, inboxTaken, parked }: Takeover) {
    const { world, builds, executor, desk, clock, draining } = services;
    const ask = <T>(request: () => Promise<T>): Promise<StoreAnswer<T>> =>
      untilAnswered(request, {
        log: services.log,
        clock,
        runId,
        isOver: () => this.#stopped,
        // It is a fact about this process: the store has nothing else to say.
        isTrouble: (error) => !isUnreadable(error),
      });
    this.#services = services;
    this.runId = runId;
    this.epoch = epoch;
    this.#parked = parked;
    this.#messages = new IncomingMessages({
      taken: inboxTaken,
      read: (afterN) => ask(() => world.readInbox(runId, afterN)),
      onMessage: (message) => this.#onMessage(message),
      onGapFilled: () => this.#pumpOrPark(),
    });
    this.#journal = new RunJournal({ services, runId, epoch, messages: this.#messages, ask });
    this.#code = new RunCode({
      state: this.state,
      builds,
      memory: services.memory,
      readJournal: (...range) => ask(() => world.readJournal(runId, ...range)),
      learn: (buildId) => ask(() => builds.steps.learn(buildId)),
      load: (buildId) => ask(() => builds.load(buildId)),
    });
    this.#attempts = new RunAttempts({
      state: this.state,
      epoch,
      executor,
      desk,
      clock,
      log: services.log,
      draining,
      onSettled: () => this.#pumping || this.#onQuiet(),
      onRefused: () => this.#lose(),
      onBegun: () => services.owner.onBusy(this),
      onOutcome: (outcome) => this.#onAttempt(outcome),
    });
    this.#turns = new RunTurns({
      services,
      journal: this.#journal,
      code: this.#code,
      attempts: this.#attempts,
      messages: this.#messages,
      ownPayloads: this.#ownPayloads,
      isStopped: () => this.#stopped,
    });
  }

  /**
   * A run that this worker took over: {@link resume} takes up what its last owner left undone. `null`: the
   * store is gone.
   * @throws `run_behaviour_newer`, `run_event_unknown`, `value_key_missing` and `value_altered` before anything is done,
   * because this code would misread the journal; `journal_invalid`.
   */
  static async adopt(services: ActorServices<RunActor>, claimed: ClaimedRun): Promise<RunActor | null> {
    const actor = new RunActor(services, claimed.run);
    const hookEvents: JournalEvent[] = [];
    const isOurs = await actor.#code.learn(claimed, (event) => {
      actor.#journal.read(event);
      actor.#attempts.follow(event);
      if (isAboutHooks(event)) hookEvents.push(withoutValues(event));
    });
    if (!isOurs) return null;
    services.hooks.follow(actor, hookEvents);
    for (const call of actor.#attempts.takeOver(claimed)) actor.#queue.add({ kind: 'interrupted', call });
    const timerAt = actor.#nextTimerAt();
    if (timerAt !== null && timerAt <= services.clock.now()) actor.#queue.add({ kind: 'due' });
    for (const message of claimed.inbox) actor.#messages.accept(message);
    return actor;
  }

  /**
   * A new run, whose first turn is made before it is stored: one commit creates it and asks for its first steps.
   * @returns The actor, and a promise that resolves when the run is durable, or is not to be.
   */
  static begin(services: ActorServices<RunActor>, input: BeginInput): { actor: RunActor; done: Promise<BeginOutcome> } {
    const actor = new RunActor(services, { runId: input.runId, epoch: 1, inboxTaken: 0, parked: null });
    actor.#journal.read(input.created);
    const done = actor.#whileBusy(async () => {
      actor.#code.begin();
      return await actor.#create(await actor.#turns.take([{ kind: 'start' }]), input);
    });
    return { actor, done };
  }

  /** How far the run is, a turn that is not durable yet included. */
  get state(): RunState {
    return this.#journal.state;
  }

  /** Nothing of it runs here and nothing waits to be done: it can be let go. */
  get isIdle(): boolean {
    return !this.#pumping && this.#queue.isEmpty && this.#attempts.size === 0;
  }

  /**
   * If all that is to be done are steps that wait for a place, and the run has had one here before, takes them back:
   * the run can be let go then. Says whether that is so.
   */
  standBack(): boolean {
    if (this.#pumping || this.#stopped || !this.#queue.isEmpty || !this.#attempts.canStandBack) return false;
    this.#attempts.standBack();
    this.#letOthersFirst();
    return true;
  }

  /** It begins no further step here, because runs in the store want its room. */
  get standsBack(): boolean {
    return this.#dueFrom > 0;
  }

  /** Workers take first what is due first: those that have waited longer. */
  #letOthersFirst(): void {
    this.#dueFrom = this.#services.clock.now();
  }

  /** Takes up what was left undone. */
  resume(): void {
    this.#wake();
    this.#onQuiet();
  }

  /** A message from outside arrived, perhaps for the second time. */
  receive(message: InboxMessage): void {
    this.#messages.receive(message);
    this.#pumpOrPark();
  }

  /** After one that cannot be read here none is taken: messages stay in their order for the next owner. */
  #onMessage(message: InboxMessage): void {
    this.#trouble ??= unreadableMessage(message.content);
    if (this.#trouble) return;
    const { content } = message;
    if (content.type === 'hook' && content.trace) this.#services.telemetry.messageFrom(this.runId, content.trace);
    this.#queue.add({ kind: 'message', message });
  }

  /**
   * Takes a payload for a hook without the way through the inbox of the store: one commit stores it and what follows
   * from it. `refused`: nothing has happened, and the store knows more about the hook.
   */
  async takePayload(call: number, payload: Payload, origin: MessageOrigin): Promise<PayloadOutcome> {
    const hook = this.state.open.get(call);
    const takes = !this.#stopped && !this.#trouble && hook?.kind === 'hook' && !hook.conflicted;
    const content = { type: 'hook', call, payload, ...origin } as const;
    const message = takes && this.#messages.acceptOwn(content, this.#services.clock.now());
    if (!message) {
      // The store learns from it that the hook is closed. To ask it before would make it refuse that commit.
      await this.#ownPayloads.untilAnswered();
      return 'refused';
    }
    const outcome = this.#ownPayloads.expect(message);
    this.#pump();
    return await outcome;
  }

  /** The alarm of this run went off: a sleep is over, a retry is due, or the grace period of a cancel. */
  wakeUp(): void {
    this.#queue.add({ kind: 'due' });
    this.#pump();
  }

  /**
   * Gives the run back, so that any worker may take it. Resolves when that is durable; may be repeated when it was not.
   * A run whose attempts are cut off by this is not given back but lost with its worker: its next owner has to know.
   */
  async release(): Promise<void> {
    const cutsOff = this.#attempts.size > 0;
    this.stop();
    if (!cutsOff) await this.#journal.release(this.#dueFrom, this.#attempts.elsewhere);
  }

  /** Lets go without telling the store: the run belongs to somebody else, or the process ends. */
  stop(): void {
    this.#stopped = true;
    this.#letGoOf(this.#queue.takeAll());
    this.#code.drop();
    this.#attempts.stop(runtimeError('step_abandoned', { runId: this.runId }));
    this.#services.alarms.set(this, null);
  }

  #pumpOrPark(): void {
    if (this.#trouble && !this.#pumping) this.#onQuiet();
    else this.#pump();
  }

  #pump(): void {
    if (this.#pumping || this.#stopped || this.#queue.isEmpty) return;
    this.#whileBusy(async () => {
      while (!this.#stopped && !this.#queue.isEmpty) await this.#turn();
    }).catch((error: unknown) => this.#rest({ kind: 'broken', error }));
  }

  /** Does one piece of work at a time; what came in meanwhile follows. After a failure the actor has stopped. */
  async #whileBusy<T>(work: () => Promise<T>): Promise<T> {
    this.#pumping = true;
    this.#services.owner.onBusy(this);
    try {
      return await work();
    } catch (error) {
      this.stop();
      throw error;
    } finally {
      this.#pumping = false;
      this.#onQuiet();
    }
  }

  #onQuiet(): void {
    if (this.#stopped) return;
    const trouble = this.#trouble ?? this.#attempts.missing;
    if (!this.#queue.isEmpty) this.#pump();
    else if (trouble && this.#attempts.size === 0) void this.#park(trouble);
    else this.#rest({ kind: 'suspended' });
  }

  #rest(rest: Rest): void {
    this.#services.owner.onRest(this, rest);
  }

  /** One turn: everything that came in, what the code asks for next, one commit. */
  async #turn(): Promise<void> {
    const wantedBuild = this.#messages.takeWantedBuild();
    if (wantedBuild) return await this.#move(wantedBuild);
    if (!this.#code.sandbox && !(await this.#restore())) return;
    const taken = this.#queue.takeTurnful();
    try {
      const outcomes = this.#translate(taken);
      if (outcomes) await this.#take(outcomes);
      else this.#leave(taken);
    } finally {
      letGo(taken);
    }
  }

  /** `null`: the code of the run cannot read a value of them, and nothing more is taken here. */
  #translate(outcomes: readonly Outcome[]): Outcome[] | null {
    if (this.#isLeft) return null;
    try {
      return this.#code.translate(outcomes);
    } catch (error) {
      if (!WorkflowError.is(error)) throw error;
      this.#trouble = error;
      this.#isLeft = true;
      return null;
    }
  }

  /** They are for the next owner: how steps have ended goes to the inbox, where messages are still. */
  #leave(taken: readonly Outcome[]): void {
    this.#letGoOf([...taken, ...this.#queue.takeAll()], sendAllLate);
    this.#attempts.settleAll();
  }

  async #take(outcomes: readonly Outcome[]): Promise<void> {
    const { taken } = this.#messages;
    const asked = this.#turns.take(outcomes);
    const turn = asked instanceof Promise ? await asked : asked;
    if (this.#stopped) return this.#letGoOf(outcomes);
    // Before the commit: when that is durable no step may begin, and the answer comes later.
    if (holdsSteps(turn.events)) await this.#attempts.withdrawWaiting();
    if (this.#stopped) return this.#letGoOf(outcomes);
    if (turn.events.length > 0 || this.#messages.taken > taken) await this.#commit(turn, outcomes);
    else this.#wake();
  }

  /** The actor has let the run go. After the end of the run nobody wants a result. */
  #letGoOf(outcomes: readonly Outcome[], sendFor: typeof sendAllLate = sendLate): void {
    if (!isTerminal(this.state.status)) sendFor(outcomes, (end) => this.#services.owner.onLate(this, end));
    letGo(outcomes);
    this.#ownPayloads.refuseUnsent();
  }

  /** Brings a sandbox to where the journal ends; `false` when that is not possible here and now. */
  async #restore(): Promise<boolean> {
    const { clock, telemetry } = this.#services;
    const beganAt = clock.now();
    const outcome = await this.#code.restore();
    const { workflowId } = this.state;
    if (outcome.kind === 'ready') telemetry.replayed({ workflowId, tookMs: clock.now() - beganAt });
    if (this.#isOver(outcome)) return false;
    if (outcome.kind === 'ready') return true;
    this.#trouble = outcome.error;
    this.#leave([]);
    return false;
  }

  /** Whether a replay has found that the run is not here any more. */
  #isOver(outcome: RestoreOutcome): outcome is Extract<RestoreOutcome, { kind: 'given_up' | 'lost' }> {
    const wasStopped = this.#stopped;
    if (outcome.kind === 'given_up' || outcome.kind === 'lost') this.stop();
    if (outcome.kind === 'lost' && !wasStopped) this.#rest({ kind: 'refused' });
    return this.#stopped;
  }

  /** Goes on with another build, if it asks for what the journal holds. */
  async #move(buildId: BuildId): Promise<void> {
    if (buildId === this.state.buildId || this.state.status === 'pending') return;
    const outcome = await this.#code.moveTo(buildId);
    if (this.#isOver(outcome)) return;
    if (outcome.kind === 'unfit') {
      this.#services.log.warn('run_not_moved', { runId: this.runId, error: outcome.error });
      return;
    }
    await this.#commit(this.#turns.record({ type: 'run_moved', buildId }), []);
  }

  async #create(turn: Turn, input: BeginInput): Promise<BeginOutcome> {
    const outcome = await this.#journal.create(turn, input);
    if (outcome.kind === 'created') this.#afterCommit(turn);
    else this.stop();
    return outcome;
  }

  async #commit(turn: Turn, outcomes: readonly Outcome[]): Promise<void> {
    const appended = await this.#ownPayloads.sendWith((accepts) => this.#journal.append(turn, accepts));
    if (appended === 'durable') {
      this.#afterCommit(turn);
    } else {
      sendLate(outcomes, (result) => this.#services.owner.onLate(this, result));
      this.stop();
      this.#rest({ kind: 'refused' });
    }
  }

  /** The commit is durable: now its steps may begin, its alarms be set and its end be seen. */
  #afterCommit({ events, listed, isCutOff }: Turn): void {
    if (this.#stopped) return;
    this.#services.executor.keepListed(this.runId, listed);
    this.#parked = null;
    const toldToEnd = events.findIndex((event) => event.type === 'run_cancel_requested');
    if (toldToEnd >= 0) this.#attempts.tellToEnd();
    for (const [n, event] of events.entries()) {
      this.#attempts.follow(event);
      if (n > toldToEnd && !isCutOff) this.#attempts.beginForgotten(event);
    }
    this.#services.hooks.follow(this, events);
    this.#wake();
    if (isTerminal(this.state.status)) {
      this.#code.drop();
      this.#stopped = true;
      letGo(this.#queue.takeAll());
      this.#ownPayloads.refuseUnsent();
      this.#services.alarms.set(this, null);
      this.#rest({ kind: 'ended', end: events.at(-1)! });
    } else if (this.#services.keepsNoSandbox) {
      this.#code.drop();
    }
  }

  /** Begins the attempts that are due and sets the alarm for what comes next. */
  #wake(): void {
    if (this.#stopped) return;
    if (this.#services.owner.wantsRoom() && this.#attempts.isBetweenSteps) this.#letOthersFirst();
    if (!this.standsBack) this.#attempts.beginDue();
    // A process that drains begins nothing: what is due then is for the next owner.
    if (!this.#services.draining.aborted) this.#services.alarms.set(this, this.#nextTimerAt());
  }

  #nextTimerAt(): number | null {
    return nextTimerAt(this.state, this.#services.cancelGraceMs, this.#attempts);
  }

  #onAttempt(outcome: Outcome): void {
    if (this.#stopped) return this.#letGoOf([outcome]);
    this.#queue.add(outcome);
    this.#pump();
  }

  /** Somebody else owns the run. */
  #lose(): void {
    if (this.#stopped) return;
    this.stop();
    this.#rest({ kind: 'refused' });
  }

  /** The run's code is missing or does not fit: puts it aside with the reason; it is looked at again later. */
  async #park(trouble: WorkflowError): Promise<void> {
    const { runId, state } = this;
    this.stop();
    try {
      const parked = parkingOf(trouble, this.#parked);
      const isParked = await this.#journal.park(parked);
      // Otherwise it is in other hands, where it may well go on.
      if (isParked && isNewReason(parked, this.#parked))
        this.#services.reports.runParked({ runId, workflowId: state.workflowId }, trouble);
      this.#rest({ kind: isParked ? 'parked' : 'refused' });
    } catch {
      this.#rest({ kind: 'unparked', error: trouble });
    }
  }
}
