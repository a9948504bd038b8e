/**
 * The thread of the store in one simulated process: it renews leases while code holds the event loop, and stands still
 * when the whole process does. No fault hits its requests.
 */
import type { WorkerId } from '../../runtime/contract/ids.ts';
import type { KeepLeaseOptions, KeptLease } from '../../runtime/world/world.ts';
import type { ProcessClock } from './process-clock.ts';
import type { ProcessLife } from './process-life.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

const RENEWALS_PER_LEASE = 3;
/** How often it looks whether there is something to do. */
const TICK_MS = 100;

export interface LeaseKeeperOptions {
  disk: SimulatedDisk;
  life: ProcessLife;
  clock: ProcessClock;
  scheduler: Scheduler;
}

export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  #renewal: { workerId: WorkerId; leaseMs: number; stuckLimitMs: number } | null = null;
  #until = 0;
  #isTicking = false;
  #renewedAt = 0;
  #signAt = 0;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /** See `World.keepLease`; a process has one worker. */
  keep(workerId: WorkerId, { leaseMs, stuckLimitMs }: KeepLeaseOptions): KeptLease {
    this.#renewal = { workerId, leaseMs, stuckLimitMs };
    this.#renewedAt = this.#signAt = this.#now;
    if (!this.#isTicking) this.#tickLater();
    const until = (): number => this.#until;
    return {
      get until() {
        return until();
      },
      showLife: () => void (this.#signAt = this.#now),
    };
  }

  get #now(): number {
    return this.#options.scheduler.elapsedMs;
  }

  #tickLater(): void {
    this.#isTicking = true;
    this.#options.scheduler.after(TICK_MS, () => this.#tick());
  }

  async #tick(): Promise<void> {
    this.#isTicking = false;
    const { life } = this.#options;
    if (!life.isAlive || !this.#renewal) return;
    this.#tickLater();
    const { leaseMs, stuckLimitMs } = this.#renewal;
    const isStuck = this.#now - this.#signAt >= stuckLimitMs;
    if (life.isStopped || isStuck || this.#now - this.#renewedAt < leaseMs / RENEWALS_PER_LEASE) return;
    await this.#renew(this.#renewal);
  }

  async #renew({ workerId, leaseMs }: { workerId: WorkerId; leaseMs: number }): Promise<void> {
    const { disk, life, clock } = this.#options;
    const until = clock.now() + leaseMs;
    const answer = await disk.apply(life, 'renewWorker', [workerId, until]);
    if (!answer.ok) return;
    this.#renewedAt = this.#now;
    this.#until = answer.value ? until : 0;
    if (!answer.value) this.#renewal = null;
  }
}
