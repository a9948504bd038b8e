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
export interface WorkerLeaseOptions {
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
  readonly #options: WorkerLeaseOptions;
  /** The end by the last answer to this event loop, in milliseconds since the epoch. */
  #until = 0;
  /** The lease as the World renews it by itself. */
  #kept: KeptLease | null = null;
  /** Resolves when the lease holds again; there while somebody waits. */
  #held: PromiseWithResolvers<void> | null = null;

  constructor(options: WorkerLeaseOptions) {
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
    await this.#extend(({ world, workerId }, until) => world.joinWorker(workerId, until));
    // The process was stopped before the answer came.
    if (!this.holds) await this.renew();
  }

  /** Renews the lease. @returns `false`: the worker was given up for dead and owns nothing any more. */
  async renew(): Promise<boolean> {
    return await this.#extend(({ world, workerId }, until) => world.renewWorker(workerId, until));
  }

  /** The event loop goes round: the World may go on renewing the lease by itself. */
  showLife(): void {
    this.#kept?.showLife();
    if (this.holds) this.#letGoOn();
  }

  /** @param ask Resolves to `false` when the worker was given up. */
  async #extend(ask: (options: WorkerLeaseOptions, until: number) => Promise<boolean | void>): Promise<boolean> {
    const { clock, leaseMs } = this.#options;
    // One reading of the clock: the lease counts from when it was asked for, however late the answer comes.
    const until = clock.now() + leaseMs;
    // At the same time, so that code that holds the event loop from now on does not come between the two.
    const [isKnown, kept] = await Promise.all([ask(this.#options, until), this.#keep()]);
    this.#until = isKnown === false ? 0 : until;
    this.#kept = kept;
    if (this.holds) this.#letGoOn();
    return isKnown !== false;
  }

  /** Each time anew: the thread of the store that kept the lease may have been lost. */
  async #keep(): Promise<KeptLease | null> {
    const { world, clock, workerId, leaseMs, stuckLimitMs } = this.#options;
    return clock.isOfMachine ? await world.keepLease(workerId, { leaseMs, stuckLimitMs }) : null;
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
