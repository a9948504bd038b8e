/**
 * The lease of this process on the runs of its worker. It tells the truth: it holds while a renewal that the store has
 * durably answered covers the present moment, counted from when that renewal was sent. A process that was stopped finds
 * its lease over when it wakes, and has to renew it before anything else.
 */
import type { Clock } from '../contract/clock.ts';
import type { WorkerId } from '../contract/ids.ts';
import type { BeginGate } from '../contract/begin-gate.ts';
import type { KeptLease, World } from '../world/world.ts';

/** A renewal that is younger than this part of the lease needs no other one. */
const FRESH_PART = 0.5;

/** The worker, and how long its lease is. */
export interface LeaseOptions {
  world: World;
  clock: Clock;
  workerId: WorkerId;
  /** A worker that has not renewed its lease for this long is given up for dead. */
  leaseMs: number;
  /** Code may hold the event loop for this long; then the World no longer renews the lease by itself. */
  stuckLimitMs: number;
  /** Attempts wait for the lease: renew it now. */
  onWanted(): void;
}

/** Renews the lease when it is told to, and lets attempts begin while it holds. */
export class WorkerLease implements BeginGate {
  readonly #options: LeaseOptions;
  /** The end by the last answer to this event loop, in milliseconds since the epoch. */
  #until = 0;
  /** The lease as the World renews it by itself. */
  #kept: KeptLease | null = null;
  /** Resolves when the lease holds again; there while somebody waits. */
  #held: PromiseWithResolvers<void> | null = null;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** The lease holds now. */
  get holds(): boolean {
    return this.#covers(0);
  }

  /** The lease holds and was renewed not long ago. */
  get isFresh(): boolean {
    return this.#covers(this.#options.leaseMs * FRESH_PART);
  }

  get isOpen(): boolean {
    return this.holds;
  }

  async untilOpen(): Promise<void> {
    while (!this.holds) {
      this.#held ??= Promise.withResolvers();
      this.#options.onWanted();
      await this.#held.promise;
    }
  }

  /** Joins the workers of the store, with a new lease. */
  async join(): Promise<void> {
    const { world, clock, workerId, leaseMs } = this.#options;
    const until = clock.now() + leaseMs;
    await world.joinWorker(workerId, until);
    await this.#onRenewed(until);
  }

  /** Renews the lease. @returns `false`: the worker was given up for dead and owns nothing any more. */
  async renew(): Promise<boolean> {
    const { world, clock, workerId, leaseMs } = this.#options;
    // One reading of the clock: a process that is held up between the two calls must not give itself up for dead.
    const until = clock.now() + leaseMs;
    if (!(await world.renewWorker(workerId, until))) {
      this.#until = 0;
      return false;
    }
    await this.#onRenewed(until);
    return true;
  }

  /** The event loop goes round: the World may go on renewing the lease by itself. */
  showLife(): void {
    this.#kept?.showLife();
    if (this.holds) this.#letGoOn();
  }

  async #onRenewed(until: number): Promise<void> {
    const { world, clock, workerId, leaseMs, stuckLimitMs } = this.#options;
    this.#until = until;
    if (this.holds) this.#letGoOn();
    // Each time anew: the thread of the store that kept the lease may have been lost.
    if (clock.isOfMachine) this.#kept = await world.keepLease(workerId, { leaseMs, stuckLimitMs });
  }

  #letGoOn(): void {
    this.#held?.resolve();
    this.#held = null;
  }

  /** Whether the lease holds now and for `restMs` more. A renewal of the future is one by a clock that was set back. */
  #covers(restMs: number): boolean {
    const { clock, leaseMs } = this.#options;
    const now = clock.now();
    const covers = (until: number): boolean => until - leaseMs <= now && now + restMs < until;
    return covers(this.#until) || (this.#kept !== null && covers(this.#kept.until));
  }
}
