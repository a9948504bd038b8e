/** Takes due runs out of the store as long as it lives, and proves that it lives by renewing its lease. */
import type { Clock } from '../contract/clock.ts';
import type { RunId, WorkerId } from '../contract/ids.ts';
import type { Engine } from '../engine/engine.ts';
import type { Log } from '../engine/log.ts';
import type { Change, World } from '../world/world.ts';

export interface WorkerOptions {
  world: World;
  engine: Engine;
  clock: Clock;
  log: Log;
  workerId: WorkerId;
  /** A worker that has not renewed its lease for this long is given up for dead. */
  leaseMs: number;
  /** Runs that are worked on at the same time; more stay in the store. */
  busyRunsMax: number;
}

/** Runs taken in one go. */
const CLAIM_BATCH = 100;
const RENEWALS_PER_LEASE = 3;
/** When the store cannot be asked, ask again after this time. */
const TROUBLE_PAUSE_MS = 1_000;

export class Worker {
  readonly #options: WorkerOptions;
  #running = false;
  #claiming = false;
  #claimAgain = false;
  /** Something may be due that there was no room for. */
  #wantsRoom = false;
  #cancelRenewal: () => void = () => {};
  #cancelDue: () => void = () => {};
  #dueAt = Infinity;
  #unsubscribe: () => void = () => {};

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running;
  }

  /** Joins, takes over what dead workers left, and begins to claim. */
  async start(): Promise<void> {
    const { world, clock, workerId, leaseMs } = this.#options;
    const now = clock.now();
    await world.joinWorker(workerId, now + leaseMs);
    await world.releaseDead(now);
    this.#running = true;
    this.#unsubscribe = world.subscribe((change) => this.#onChange(change));
    this.#scheduleRenewal();
    this.claim();
  }

  /** Stops claiming, lets work under way finish for at most `drainMs`, and gives all runs back. */
  async stop(drainMs: number): Promise<void> {
    if (!this.#running) return;
    this.#running = false;
    this.#unsubscribe();
    this.#cancelDue();
    await this.#options.engine.close(drainMs);
    this.#cancelRenewal();
    await this.#options.world.leaveWorker(this.#options.workerId);
  }

  /** Takes one run now, if nobody has it. */
  async claimRun(runId: RunId): Promise<void> {
    const { world, engine, workerId } = this.#options;
    if (engine.owns(runId)) return;
    await engine
      .takeOn(async () => {
        const claimed = await world.claimRun(workerId, runId);
        return claimed && this.#running ? [claimed] : [];
      })
      .catch((error: unknown) => {
        void engine.recover();
        throw error;
      });
  }

  /** A run has ended or suspended: what did not fit before may fit now. */
  onRoom(): void {
    if (this.#wantsRoom) this.claim();
  }

  /** Takes what is due, as far as there is room. */
  claim(): void {
    if (!this.#running) return;
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
    }
  }

  async #claimOnce(): Promise<void> {
    const { world, engine, clock, workerId, busyRunsMax } = this.#options;
    const room = Math.min(CLAIM_BATCH, busyRunsMax - engine.busyCount);
    this.#wantsRoom = room <= 0;
    if (this.#wantsRoom) return;
    const taken = await engine.takeOn(async () => {
      const claimed = await world.claimDue(workerId, clock.now(), room);
      // Stopped meanwhile: what was claimed goes back when this worker leaves.
      return this.#running ? claimed : [];
    });
    if (taken === room) this.#claimAgain = true;
    else this.#armDue(await world.nextDueAt());
  }

  #onChange(change: Change): void {
    this.#options.engine.onChange(change);
    if (change.kind === 'due') this.#armDue(change.dueAt);
    if (change.kind === 'elsewhere') this.#lookForDue();
  }

  /** Asks without writing: other processes change the store all the time, and rarely leave something to take. */
  #lookForDue(): void {
    this.#options.world.nextDueAt().then(
      (dueAt) => this.#running && this.#armDue(dueAt),
      // The next renewal claims in any case.
      (error: unknown) => this.#running && this.#options.log.warn('store_failed', { error }),
    );
  }

  #armDue(dueAt: number | null): void {
    const { clock } = this.#options;
    // An alarm that is to go off now counts too: what is asked for later may be answered with a later time.
    if (dueAt === null || dueAt >= this.#dueAt) return;
    this.#cancelDue();
    this.#dueAt = dueAt;
    this.#cancelDue = clock.setAlarm(dueAt, () => {
      this.#dueAt = Infinity;
      this.claim();
    });
  }

  #scheduleRenewal(): void {
    const { clock, leaseMs } = this.#options;
    this.#cancelRenewal = clock.setAlarm(clock.now() + leaseMs / RENEWALS_PER_LEASE, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    const { world, engine, clock, workerId, leaseMs, log } = this.#options;
    // One reading of the clock: a process that is held up between the two calls must not give itself up for dead.
    const now = clock.now();
    try {
      if (!(await world.renewWorker(workerId, now + leaseMs))) {
        log.warn('lease_lost', { workerId });
        engine.loseAll();
        await world.joinWorker(workerId, now + leaseMs);
      }
      if ((await world.releaseDead(now)) > 0) this.claim();
    } catch (error) {
      if (!this.#running) return;
      log.error('renewal_failed', { workerId, error });
    }
    if (this.#running) {
      this.#scheduleRenewal();
      this.claim();
    }
  }
}
