/** Takes due runs out of the store as long as it lives, and proves that it lives by renewing its lease. */
import { pause, type Clock } from '../contract/clock.ts';
import type { RunId, WorkerId } from '../contract/ids.ts';
import type { Engine } from '../engine/engine.ts';
import type { Log } from '../contract/log.ts';
import type { Change, World } from '../world/world.ts';
import { FullWorker } from './full-worker.ts';
import type { OfferTaker } from '../engine/offer-taker.ts';
import type { WorkerLease } from './worker-lease.ts';

/** The engine that takes the runs, and the worker's limits. */
export interface WorkerOptions {
  world: World;
  engine: Engine;
  /** Makes attempts of other workers' runs. */
  taker: OfferTaker;
  clock: Clock;
  log: Log;
  workerId: WorkerId;
  lease: WorkerLease;
  /** How long it is. */
  leaseMs: number;
  /** Runs that are worked on at the same time; more stay in the store. */
  busyRunsMax: number;
  /** The host halts this process whenever no call of {@link Worker.rest} is under way: then no run is taken. */
  isHalted: boolean;
}

/** Runs taken in one go, so that the workers of a store share what is due; … */
const CLAIM_MIN = 100;
/** … and while there are more, twice as many the next time, up to this: each claim waits for the disk. */
const CLAIM_MAX = 400;
const RENEWALS_PER_LEASE = 3;
/** Who has asked within this part of a lease what is due need not ask again when the lease is renewed. */
const RECENT_PART = 0.5;
/** A worker does not go to rest when something is due so soon: waking another process would take longer. */
const SOON_MS = 2_000;
/** When the store cannot be asked, ask again after this time. */
const TROUBLE_PAUSE_MS = 1_000;

/** The member of the store's fleet that this process is: it claims what is due, renews its lease, and drains. */
export class Worker {
  readonly #options: WorkerOptions;
  #running = false;
  /** From when it joins until it leaves: also while it drains. */
  #isHere = false;
  #renewing: Promise<void> | null = null;
  /** The lease had ended when it was last to be renewed. */
  #wasStopped = false;
  #claiming = false;
  #claimAgain = false;
  #claimCount = CLAIM_MIN;
  /** Something may be due that there was no room for. */
  #wantsRoom = false;
  readonly #whenFull: FullWorker;
  #cancelRenewal: () => void = () => {};
  #cancelDue: () => void = () => {};
  #dueAt = Infinity;
  /** When the store was last asked what is due, and answered. */
  #lookedAt = -Infinity;
  #unsubscribe: () => void = () => {};
  /** Calls of {@link rest} under way. */
  #awake = 0;
  /** Those of them that wait until something is over. */
  readonly #resting = new Set<() => void>();

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#whenFull = new FullWorker({ ...options, wantsRoom: () => this.#running && this.#wantsRoom });
  }

  get isRunning(): boolean {
    return this.#running;
  }

  /** It runs, and its lease has not ended. After a halt it has to renew the lease first. */
  get holdsLease(): boolean {
    return this.#running && this.#options.lease.holds;
  }

  /** It may take a step of another worker's run now. */
  get mayTakeSteps(): boolean {
    return this.holdsLease && !(this.#options.isHalted && this.#awake === 0);
  }

  /** It may take on another run now. */
  get hasRoom(): boolean {
    return this.holdsLease && this.#options.engine.busyCount < this.#options.busyRunsMax;
  }

  /** It works on as many runs as it may. */
  get isFull(): boolean {
    return this.#running && this.#options.engine.busyCount >= this.#options.busyRunsMax;
  }

  /** Joins, takes over what dead workers left, and begins to claim. */
  async start(): Promise<void> {
    const { world, clock, lease } = this.#options;
    await lease.join();
    if (lease.holds) await world.releaseDead(clock.now());
    this.#running = this.#isHere = true;
    this.#unsubscribe = world.subscribe((change) => this.#onChange(change));
    this.#scheduleRenewal();
    this.claim();
    this.#options.taker.look();
  }

  /** Stops claiming, lets work under way finish for at most `drainMs`, and gives all runs back. */
  async stop(drainMs: number): Promise<void> {
    if (!this.#running) return;
    this.#running = false;
    this.#cancelDue();
    this.#whenFull.stop();
    this.#lookUp();
    const { engine, taker, clock } = this.#options;
    await Promise.all([engine.close(drainMs), Promise.race([taker.close(), pause(clock, drainMs)])]);
    taker.abandon();
    this.#isHere = false;
    this.#unsubscribe();
    this.#cancelRenewal();
    await this.#renewing;
    await this.#options.world.leaveWorker(this.#options.workerId);
  }

  /** Lets go of all runs at once, without a word to the store: it is gone. */
  abandon(): void {
    this.#running = this.#isHere = false;
    this.#unsubscribe();
    this.#cancelDue();
    this.#cancelRenewal();
    this.#options.engine.loseAll();
    this.#options.taker.abandon();
    this.#lookUp();
  }

  /** Takes one run now, if nobody has it. */
  async claimRun(runId: RunId): Promise<void> {
    const { world, engine, workerId } = this.#options;
    if (engine.owns(runId)) return;
    await engine
      .takeOn(async () => {
        const claimed = await world.claimRun(workerId, runId);
        return claimed && this.#isHere ? [claimed] : [];
      })
      .catch((error: unknown) => {
        void engine.recover();
        throw error;
      });
  }

  /** Other code is here. */
  onNewCode(): void {
    if (this.#running) this.#options.taker.onNewCode();
  }

  /** A run has ended or suspended: what did not fit before may fit now. */
  onRoom(): void {
    if (this.#wantsRoom) this.claim();
    this.#lookUp();
  }

  /**
   * For hosts that halt a process: catches up with the store, perhaps after a long halt. Resolves when nothing is under
   * way here, nothing is due, and all suspended runs are given back, so that other workers need not wait for the end of
   * the lease; at the latest when `signal` is aborted.
   */
  async rest(signal: AbortSignal): Promise<void> {
    if (!this.#running) return;
    this.#awake += 1;
    try {
      // While another call is under way, a process that was not halted renews its lease by itself.
      if (this.#awake === 1 || !this.holdsLease) await this.renew();
      else this.claim();
      while (this.#running && !signal.aborted) {
        if (this.#isAtRest && this.#options.engine.giveBackSuspended() === 0) return;
        await this.#untilSomethingIsOver(signal);
      }
    } finally {
      this.#awake -= 1;
    }
  }

  /** A call of {@link rest} is under way: the host lets this process run. */
  get isAwake(): boolean {
    return this.#awake > 0;
  }

  get #isAtRest(): boolean {
    const { engine, taker, clock } = this.#options;
    const nextAt = Math.min(this.#dueAt, engine.nextAlarmAt);
    return engine.isQuiet && taker.size === 0 && !this.#claiming && nextAt > clock.now() + SOON_MS;
  }

  async #untilSomethingIsOver(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    this.#resting.add(wake);
    signal.addEventListener('abort', wake);
    await promise;
    this.#resting.delete(wake);
    signal.removeEventListener('abort', wake);
  }

  /** Something is over: calls of {@link rest} look again. */
  #lookUp(): void {
    for (const wake of this.#resting) wake();
  }

  /** Takes what is due, as far as there is room. */
  claim(): void {
    if (!this.#running || (this.#options.isHalted && this.#awake === 0)) return;
    this.#claimAgain = true;
    if (!this.#claiming) void this.#claimLoop();
  }

  async #claimLoop(): Promise<void> {
    this.#claiming = true;
    try {
      while (this.#running && this.#claimAgain) {
        this.#claimAgain = false;
        await this.#claimOnce();
      }
    } catch (error) {
      if (!this.#running) return;
      this.#options.log.error('claim_failed', { error });
      void this.#options.engine.recover();
      this.#armDue(this.#options.clock.now() + TROUBLE_PAUSE_MS);
    } finally {
      this.#claiming = false;
      this.#lookUp();
    }
  }

  async #claimOnce(): Promise<void> {
    const { world, engine, clock, workerId, busyRunsMax } = this.#options;
    const room = Math.min(this.#claimCount, busyRunsMax - engine.busyCount);
    this.#wantsRoom = room <= 0;
    if (this.#wantsRoom) return this.#whenFull.makeRoomSoon();
    const taken = await engine.takeOn(async () => {
      const claimed = await world.claimDue(workerId, clock.now(), room, engine.busyRuns);
      // Stopped meanwhile: what was claimed goes back when this worker leaves.
      return this.#isHere ? claimed : [];
    });
    const areMoreDue = taken === room;
    this.#claimCount = areMoreDue ? Math.min(2 * this.#claimCount, CLAIM_MAX) : CLAIM_MIN;
    if (areMoreDue) this.#claimAgain = true;
    else this.#onLooked(await world.nextDueAt());
  }

  #onChange(change: Change): void {
    // Others leave steps also to a worker that has nothing to do: to it above all.
    this.#options.taker.onChange(change);
    if (change.kind === 'elsewhere' && this.#isDormant) return;
    this.#options.engine.onChange(change);
    if (change.kind === 'due') this.#armDue(change.dueAt);
    if (change.kind === 'elsewhere') this.#lookForDue();
  }

  /** Asks without writing: other processes change the store all the time, and rarely leave something to take. */
  #lookForDue(): void {
    this.#options.world.nextDueAt().then(
      (dueAt) => this.#running && this.#onLooked(dueAt),
      // The next renewal looks again.
      (error: unknown) => this.#running && this.#options.log.warn('store_failed', { error }),
    );
  }

  #onLooked(dueAt: number | null): void {
    this.#lookedAt = this.#options.clock.now();
    this.#armDue(dueAt);
  }

  /** For changes that nobody told of. A World that tells that others have changed something has been asked already. */
  #lookAgain(): void {
    const { clock, leaseMs, isHalted } = this.#options;
    const idleMs = clock.now() - this.#lookedAt;
    const isRecent = 0 <= idleMs && idleMs < leaseMs * RECENT_PART;
    if (isHalted || this.#wantsRoom) this.claim();
    else if (!isRecent) this.#lookForDue();
  }

  #armDue(dueAt: number | null): void {
    const { clock } = this.#options;
    // An alarm that is to go off now counts too: what is asked for later may be answered with a later time.
    if (dueAt === null || dueAt >= this.#dueAt || !this.#running) return;
    this.#cancelDue();
    this.#dueAt = dueAt;
    this.#cancelDue = clock.setAlarm(dueAt, () => {
      this.#dueAt = Infinity;
      this.claim();
    });
  }

  #scheduleRenewal(): void {
    const { clock, leaseMs } = this.#options;
    this.#cancelRenewal();
    this.#cancelRenewal = clock.setAlarm(clock.now() + leaseMs / RENEWALS_PER_LEASE, () => this.#renewIfUsed());
  }

  /** The host may stop this process at any moment, and it has no run to lose: it leaves the store alone. */
  get #isDormant(): boolean {
    return this.#options.isHalted && this.#awake === 0 && this.#options.engine.isEmpty;
  }

  #renewIfUsed(): void {
    if (this.#isDormant) this.#scheduleRenewal();
    else void this.renew();
  }

  /**
   * Renews the lease now, unless the World did not long ago, and looks for dead workers. Never rejects. Calls that come
   * meanwhile share one renewal.
   */
  renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  async #renewOnce(): Promise<void> {
    if (!this.#isHere) return;
    const { world, clock, workerId, lease, log, isHalted } = this.#options;
    const hasJustWoken = !lease.holds && !this.#wasStopped && !isHalted;
    this.#wasStopped = !lease.holds;
    lease.showLife();
    const { isFresh } = lease;
    try {
      if (!isFresh) await this.#renewLease();
      // When a machine wakes, all its workers do: the others get a moment to renew their leases, too.
      if (!hasJustWoken) await world.releaseDead(clock.now());
    } catch (error) {
      if (this.#isHere) log.error('renewal_failed', { workerId, error });
    }
    // The process was stopped meanwhile, and attempts may wait for this renewal.
    if (isFresh && !lease.holds) return await this.#renewOnce();
    if (this.#isHere) this.#scheduleRenewal();
    if (!this.#running) return;
    this.#lookAgain();
    // Offers of a run that was given back meanwhile are for anybody, and nobody tells of that.
    this.#options.taker.look();
  }

  async #renewLease(): Promise<void> {
    const { engine, taker, workerId, lease, log } = this.#options;
    let isKnown = await lease.renew();
    // The process was stopped before the answer came: that renewal counts from when it was sent.
    if (isKnown && !lease.holds) isKnown = await lease.renew();
    if (isKnown) return;
    // Nothing is lost by a worker that was halted while it had nothing to do.
    taker.loseAll();
    if (engine.loseAll() > 0) log.warn('lease_lost', { workerId });
    if (this.#running) await lease.join();
  }
}
