/** All runs in the hands of this worker: takes them on, lets them go, and keeps a bounded number of them in memory. */
import { pause, type Clock } from '../contract/clock.ts';
import type { RunId, WorkerId } from '../contract/ids.ts';
import type { JournalEvent } from '../journal/events.ts';
import type { BusyRuns } from '../world/fair-places.ts';
import type { Change, ClaimedRun, OwnedRun, World } from '../world/world.ts';
import type { ActorServices, Rest } from './actor-services.ts';
import { AlarmQueue } from './alarm-queue.ts';
import type { Builds } from './builds.ts';
import { OwnHookDelivery } from './own-hook-delivery.ts';
import { HookIndex } from './hook-index.ts';
import type { LateEnd } from './late-results.ts';
import { JOURNAL_EVENTS_MAX } from './full-journal.ts';
import type { Log } from '../contract/log.ts';
import type { Reports } from '../contract/reports.ts';
import type { Telemetry } from '../contract/telemetry.ts';
import { isUnreadable } from '../contract/unreadable-value.ts';
import { isOfNewerCode } from '../journal/behaviours.ts';
import type { NewRunFacts } from './outbox.ts';
import { MessageDelivery } from './message-delivery.ts';
import { OfferDesk } from './offer-desk.ts';
import { OwnRuns } from './own-runs.ts';
import { CommitPace } from './commit-pace.ts';
import { ReleasingMap, ReleasingSet } from '../contract/releasing-map.ts';
import { RunActor } from './run-actor.ts';
import type { BeginInput, BeginOutcome } from './run-journal.ts';
import type { StepExecutor } from '../steps/step-executor.ts';
import type { MemoryBudget } from '../world/memory-budget.ts';

/** The worker's parts that its runs need, and how the worker hears of them. */
export interface EngineOptions {
  world: World;
  workerId: WorkerId;
  clock: Clock;
  log: Log;
  reports: Reports;
  telemetry: Telemetry;
  builds: Builds;
  executor: StepExecutor;
  memory: MemoryBudget;
  cancelGraceMs: number;
  newRunFacts: NewRunFacts;
  /** See `TurnServices`. Default: `JOURNAL_EVENTS_MAX`. */
  journalEventsMax: number | undefined;
  /** Suspended runs that are kept in memory; 0 replays at every suspension. */
  liveRunsMax: number;
  onEnded(runId: RunId, end: JournalEvent): void;
  /** Somebody else owns the run, and may have ended it already. */
  onLost(runId: RunId): void;
  /** There is room for more runs. */
  onRoom(): void;
  /** A run was let go that may want a worker again. */
  onReleased(): void;
}

/** Keeps an actor for each run of this worker, from its claim or its beginning until it ends or is given back. */
export class Engine {
  /** The way of payloads to runs that are here. */
  readonly hookDelivery: OwnHookDelivery<RunActor>;
  /** Leaves steps of these runs to other workers. */
  readonly desk: OfferDesk;
  readonly #options: EngineOptions;
  readonly #actors = new ReleasingMap<RunId, RunActor>();
  /** Actors with nothing to do, least recently used first. */
  readonly #idle = new ReleasingSet<RunActor>(({ runId }) => runId);
  /** Actors whose runs are being given back. */
  readonly #leaving = new Set<RunActor>();
  readonly #alarms: AlarmQueue<RunActor>;
  readonly #services: ActorServices<RunActor>;
  readonly #delivery: MessageDelivery;
  readonly #hooks = new HookIndex<RunActor>();
  readonly #ownRuns: OwnRuns;
  /** Aborted when nothing new begins any more. */
  readonly #draining = new AbortController();
  /** Aborted when the store need not be asked any more. */
  readonly #closing = new AbortController();
  /** How many runs are to stand back after their steps, and how many have. */
  readonly #standingBack = { wanted: 0, done: 0 };
  /** How often all runs were lost. */
  #losses = 0;
  #whenQuiet: (() => void) | null = null;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#alarms = new AlarmQueue(options.clock, (actor) => actor.wakeUp());
    this.desk = new OfferDesk({ ...options, draining: this.#draining.signal, closing: this.#closing.signal });
    this.#services = this.#createServices();
    this.#ownRuns = new OwnRuns({ ...options, closing: this.#closing.signal });
    this.hookDelivery = new OwnHookDelivery(this.#hooks, this.#draining.signal);
    this.#delivery = new MessageDelivery({
      actors: this.#actors,
      readInboxes: () => this.#ownRuns.ask(null, () => options.world.readInboxesOf(options.workerId)),
    });
  }

  /** Runs that are being worked on. */
  get busyCount(): number {
    return this.#actors.size - this.#idle.size;
  }

  /** How many of them each workflow has. */
  get busyRuns(): BusyRuns {
    const counts: Record<string, number> = {};
    for (const actor of this.#actors.values()) {
      const { workflowId } = actor.state;
      if (workflowId !== null && !this.#idle.has(actor)) counts[workflowId] = (counts[workflowId] ?? 0) + 1;
    }
    return counts;
  }

  /** Runs that are here, those that wait included. */
  get liveCount(): number {
    return this.#actors.size;
  }

  /** No run is in the hands of this worker. */
  get isEmpty(): boolean {
    return this.#actors.size === 0 && this.#leaving.size === 0;
  }

  /** Nothing is under way here, not even giving a run back. */
  get isQuiet(): boolean {
    return this.busyCount === 0 && this.#leaving.size === 0;
  }

  /**
   * When the first of the suspended runs here goes on by itself, in milliseconds since the epoch; `Infinity`: none
   * does.
   */
  get nextAlarmAt(): number {
    return this.#alarms.nextAt;
  }

  /** Whether the run is in the hands of this worker, as far as it knows. */
  owns(runId: RunId): boolean {
    return this.#actors.has(runId);
  }

  /**
   * Begins a new run here. Resolves when it is durable, or refused. Rejects when the store fails: then it may be there
   * or not.
   */
  async begin(input: BeginInput): Promise<BeginOutcome> {
    const { actor, done } = RunActor.begin(this.#services, input);
    this.#actors.set(input.runId, actor);
    const losses = this.#losses;
    try {
      const outcome = await done;
      if (outcome.kind !== 'created') this.#forget(actor);
      // It was lost before it was stored, and may now be stored for this worker, which has come back.
      else if (this.#losses !== losses) void this.#retake(actor);
      return outcome;
    } catch (error) {
      // The store may have taken it although it said no.
      void this.#reconsider(actor);
      throw error;
    }
  }

  /**
   * Takes on the runs that the store gives.
   * @returns How many runs there were.
   */
  async takeOn(ask: () => Promise<ClaimedRun[]>): Promise<number> {
    return await this.#delivery.whileAsking(async () => {
      const claimed = await ask();
      const losses = this.#losses;
      for (const run of claimed) await this.#adopt(run, losses);
      return claimed.length;
    });
  }

  /** @param losses The count of losses when the run was given. */
  async #adopt(claimed: ClaimedRun, losses: number): Promise<void> {
    const { runId, epoch } = claimed.run;
    // An older answer of the store may arrive after a newer one.
    const isPast = (): boolean => this.#losses !== losses || (this.#actors.get(runId)?.epoch ?? -1) >= epoch;
    if (isPast()) return;
    try {
      const { steps } = this.#options.builds;
      const { buildId } = claimed.run;
      const known = steps.knows(buildId) ? null : await this.#ownRuns.ask(runId, () => steps.learn(buildId));
      if (known?.kind === 'given_up') return;
      const actor = await RunActor.adopt(this.#services, claimed);
      if (!actor) return;
      // A long journal takes a while to read.
      if (isPast()) {
        actor.stop();
        return this.#hooks.drop(actor);
      }
      const present = this.#actors.get(runId);
      present?.stop();
      if (present) this.#forget(present);
      this.#actors.set(runId, actor);
      actor.resume();
    } catch (error) {
      void this.#setAside(claimed.run, error, !isUnreadable(error) && !isOfNewerCode(error));
    }
  }

  /** The store has changed: there may be messages for runs that are here. */
  onChange(change: Change): void {
    this.#delivery.onChange(change);
  }

  /** Gives all suspended runs back, so that any worker takes them when they are due. Returns how many there were. */
  giveBackSuspended(): number {
    const suspended = [...this.#idle];
    for (const actor of suspended) this.#evict(actor);
    return suspended.length;
  }

  /**
   * Gives up to `count` runs back whose steps only wait for a place, so that runs that wait in the store can begin.
   * Those that have had a place here last go first, and those that have had none stay. If these are fewer, others
   * follow after the step that they are at, until the next call. Returns how many there were since the last one.
   */
  standBack(count: number): number {
    const queued = new Set([...this.#options.executor.waiting].map(({ step }) => step.runId));
    const { done } = this.#standingBack;
    let room = count;
    for (const runId of [...queued].toReversed()) {
      const actor = this.#actors.get(runId);
      if (room === 0) break;
      if (!actor?.standBack()) continue;
      this.#evict(actor);
      room -= 1;
    }
    Object.assign(this.#standingBack, { wanted: room, done: 0 });
    return count - room + done;
  }

  /** This worker was given up for dead: others own its runs. Returns how many there were. */
  loseAll(): number {
    const lost = [...this.#actors.keys()];
    this.#losses += 1;
    for (const actor of this.#actors.values()) {
      actor.stop();
      this.#hooks.drop(actor);
      this.#options.telemetry.runRests(actor.runId);
    }
    this.#actors.clear();
    this.#idle.clear();
    for (const runId of lost) this.#options.onLost(runId);
    if (this.isQuiet) this.#whenQuiet?.();
    return lost.length;
  }

  /**
   * Begins nothing more, lets work under way finish for at most `drainMs`, and gives each run back as soon as nothing
   * of it is under way.
   */
  async close(drainMs: number): Promise<void> {
    this.#draining.abort();
    this.giveBackSuspended();
    if (!this.isQuiet) {
      const quiet = new Promise<void>((resolve) => {
        this.#whenQuiet = resolve;
      });
      await Promise.race([quiet, pause(this.#options.clock, drainMs)]);
    }
    this.#closing.abort();
    this.#alarms.close();
    // Runs that could not be given back are free when the worker leaves, or when its lease ends.
    await Promise.allSettled([...this.#actors.values()].map((actor) => actor.release()));
    this.loseAll();
  }

  #createServices(): ActorServices<RunActor> {
    const { world, workerId, clock, log, reports, telemetry, builds, executor, memory } = this.#options;
    const { cancelGraceMs, newRunFacts, liveRunsMax, journalEventsMax = JOURNAL_EVENTS_MAX } = this.#options;
    return {
      world,
      workerId,
      clock,
      log,
      reports,
      telemetry,
      pace: new CommitPace({ clock, log }),
      builds,
      executor,
      desk: this.desk,
      memory,
      cancelGraceMs,
      newRunFacts,
      journalEventsMax,
      keepsNoSandbox: liveRunsMax === 0,
      alarms: this.#alarms,
      draining: this.#draining.signal,
      hooks: this.#hooks,
      owner: {
        wantsRoom: () => this.#standingBack.done < this.#standingBack.wanted,
        onBusy: (actor) => this.#onBusy(actor),
        onRest: (actor, rest) => this.#onRest(actor, rest),
        onLate: (actor, end) => void this.#deliverLate(actor, end),
      },
    };
  }

  #onBusy(actor: RunActor): void {
    this.#idle.delete(actor);
    this.#options.telemetry.runBusy(actor.state);
  }

  #onRest(actor: RunActor, rest: Rest): void {
    switch (rest.kind) {
      case 'suspended':
        return this.#onSuspended(actor);
      case 'ended':
        return this.#onEnded(actor, rest.end);
      case 'parked':
        this.#options.telemetry.runParked(actor.state);
        this.#forget(actor);
        return this.#options.onReleased();
      case 'refused':
        return void this.#reconsider(actor);
      case 'unparked':
        this.#forget(actor);
        return void this.#setAside(actor, rest.error, false);
      case 'broken':
        actor.stop();
        this.#forget(actor);
        void this.#setAside(actor, rest.error, true);
    }
  }

  /** The new owner takes it, unless it has begun the next attempt. */
  async #deliverLate({ runId }: RunActor, end: LateEnd): Promise<void> {
    const { world, clock } = this.#options;
    await this.#ownRuns.ask(runId, () => world.deliver(runId, end, clock.now()));
  }

  #onEnded(actor: RunActor, end: JournalEvent): void {
    this.#measureEnd(actor, end);
    this.#forget(actor);
    this.#report(actor, end);
    this.#options.onEnded(actor.runId, end);
  }

  #measureEnd({ runId, state: { workflowId, createdAt, status } }: RunActor, end: JournalEvent): void {
    if (status === 'pending' || status === 'running') return;
    const payload = end.type === 'run_failed' ? end.payload : null;
    this.#options.telemetry.runEnded({ runId, workflowId, status, tookMs: end.at - createdAt, payload });
  }

  #report({ runId, state: { workflowId } }: RunActor, end: JournalEvent): void {
    const { reports } = this.#options;
    if (end.type === 'run_completed') reports.runEnded({ kind: 'completed', runId, workflowId });
    if (end.type === 'run_cancelled')
      reports.runEnded({ kind: 'cancelled', runId, workflowId, reason: end.reason ?? null });
    if (end.type !== 'run_failed') return;
    const { payload, step } = end;
    reports.runEnded({ kind: 'failed', runId, workflowId, payload, stepName: step?.name ?? null });
  }

  #onSuspended(actor: RunActor): void {
    if (!actor.isIdle || this.#actors.get(actor.runId) !== actor) return;
    if (this.#draining.signal.aborted) return this.#evict(actor);
    if (actor.standsBack) {
      this.#standingBack.done += 1;
      return this.#evict(actor);
    }
    this.#idle.add(actor);
    this.#options.telemetry.runRests(actor.runId);
    this.#onLessBusy();
    for (const oldest of this.#idle) {
      if (this.#idle.size <= this.#options.liveRunsMax) break;
      this.#evict(oldest);
    }
  }

  /** Gives a suspended run back to the store; it comes back by a claim when it is due. */
  #evict(actor: RunActor): void {
    this.#forget(actor);
    this.#leaving.add(actor);
    void this.#giveBack(actor);
  }

  async #giveBack(actor: RunActor): Promise<void> {
    await this.#ownRuns.ask(actor.runId, () => actor.release());
    this.#leaving.delete(actor);
    this.#onLessBusy();
    this.#options.onReleased();
  }

  /** Takes on the runs that the store has given to this worker although it was not told: an answer was lost. */
  async recover(): Promise<void> {
    const owned = await this.#ownRuns.list();
    const leaving = new Map([...this.#leaving].map(({ runId, epoch }) => [runId, epoch]));
    // A run that is still being given back may be here again already: then under another epoch.
    const isKnown = ({ runId, epoch }: OwnedRun): boolean =>
      Math.max(this.#actors.get(runId)?.epoch ?? -1, leaving.get(runId) ?? -1) >= epoch;
    await Promise.all(owned.filter((run) => !isKnown(run)).map((run) => this.#retake(run)));
  }

  /**
   * A refused commit: another owner took over, or the store's answer to an earlier try was lost and the run is still
   * ours.
   */
  async #reconsider(actor: RunActor): Promise<void> {
    this.#forget(actor);
    const isOurs = await this.#retake(actor);
    if (isOurs || this.#closing.signal.aborted) return;
    this.#options.log.warn('run_lost', { runId: actor.runId });
    this.#options.onLost(actor.runId);
  }

  /** Takes a run on as the store has it. Resolves to `false` when it is not in the hands of this worker. */
  async #retake(held: OwnedRun): Promise<boolean> {
    const run = await this.#ownRuns.read(held);
    if (run === null || this.#closing.signal.aborted) return false;
    await this.takeOn(() => this.#ownRuns.claimAgain(run));
    // Payloads that go by the store come in there first: to take more here would be refused again.
    const actor = this.#actors.get(run.runId);
    if (actor) this.#hooks.drop(actor);
    return true;
  }

  async #setAside(held: OwnedRun, error: unknown, isBroken: boolean): Promise<void> {
    await this.#ownRuns.setAside(held, error, isBroken);
    this.#options.onReleased();
  }

  #forget(actor: RunActor): void {
    this.#hooks.drop(actor);
    this.#idle.delete(actor);
    this.#alarms.set(actor, null);
    if (this.#actors.get(actor.runId) === actor) this.#actors.delete(actor.runId);
    this.#options.telemetry.runRests(actor.runId);
    this.#onLessBusy();
  }

  #onLessBusy(): void {
    if (this.isQuiet) this.#whenQuiet?.();
    this.#options.onRoom();
  }
}
