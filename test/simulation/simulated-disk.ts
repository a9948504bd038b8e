/**
 * The one store of all simulated processes. Requests take effect one at a time, and the model of the store watches
 * each.
 */
import type { RunId, WorkerId } from '../../runtime/contract/ids.ts';
import type { Change, World } from '../../runtime/world/world.ts';
import type { ProcessLife } from './process-life.ts';
import type { Scheduler } from './scheduler.ts';
import type { StoreModel } from './store-model.ts';

export type Method = keyof World;
export type Answer = { ok: true; value: unknown } | { ok: false; error: unknown };
type AnyMethod = (...args: unknown[]) => unknown;

export interface SimulatedDiskOptions {
  world: World;
  model: StoreModel;
  /** The store notices at once that a process has ended; else only the end of its lease tells. */
  noticesDeath: boolean;
  /** Reports workers that are given up although they are only busy; `false`: clocks or Worlds tell no better. */
  watchesLeases: false | LeaseWatch;
}

export interface LeaseWatch {
  scheduler: Scheduler;
  leaseMs: number;
  stuckLimitMs: number;
  report(problem: string): void;
}

export class SimulatedDisk {
  readonly #world: World;
  readonly #model: StoreModel;
  readonly #noticesDeath: boolean;
  readonly #watchesLeases: false | LeaseWatch;
  readonly #listeners = new Set<(change: Change, writer: ProcessLife) => void>();
  /** Requests that were sent and neither took effect nor were lost. */
  underway = 0;
  /** Whose request is taking effect. */
  #writer: ProcessLife | null = null;
  /** The answer to that request will be lost, so nobody is told of its changes. */
  #isUntold = false;
  readonly #workers = new Map<ProcessLife, WorkerId>();

  constructor({ world, model, noticesDeath, watchesLeases }: SimulatedDiskOptions) {
    this.#world = world;
    this.#model = model;
    this.#noticesDeath = noticesDeath;
    this.#watchesLeases = watchesLeases;
    world.subscribe((change) => {
      if (!this.#isUntold) for (const listener of this.#listeners) listener(change, this.#writer!);
    });
  }

  get kind(): string {
    return this.#world.kind;
  }

  /** The worker that a process has joined as. */
  workerOf(process: ProcessLife): WorkerId | null {
    return this.#workers.get(process) ?? null;
  }

  /** Calls `listener` with each change and the process that made it. */
  watch(listener: (change: Change, writer: ProcessLife) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Carries out a request of a process. @param isUntold Nobody hears of its changes. Default false. */
  async apply(process: ProcessLife, method: Method, args: unknown[], isUntold = false): Promise<Answer> {
    if (method === 'joinWorker') this.#workers.set(process, args[0] as WorkerId);
    if (method === 'releaseDead' && this.#noticesDeath) await this.#buryDead();
    if (method === 'releaseDead') this.#checkLeases(args[0] as number);
    this.#isUntold = isUntold;
    try {
      return await this.#apply(process, method, args);
    } finally {
      this.#isUntold = false;
    }
  }

  async #apply(process: ProcessLife, method: Method, args: unknown[]): Promise<Answer> {
    this.#writer = process;
    try {
      const value = await (this.#world[method] as AnyMethod).apply(this.#world, args);
      this.#model.writer = this.workerOf(process);
      await this.#observe(method, args, value);
      return { ok: true, value };
    } catch (error) {
      return { ok: false, error };
    }
  }

  async #buryDead(): Promise<void> {
    for (const [process, workerId] of this.#workers) {
      if (process.isAlive) continue;
      this.#workers.delete(process);
      await this.#apply(process, 'leaveWorker', [workerId]);
    }
  }

  /** A process that lives and is not stopped keeps its runs, however busy its event loop is. */
  #checkLeases(now: number): void {
    if (!this.#watchesLeases) return;
    const { scheduler, leaseMs, stuckLimitMs, report } = this.#watchesLeases;
    for (const [{ name, isAlive, lastHeld, stoppedUntilMs }, workerId] of this.#workers) {
      if (!isAlive || !this.#model.isExpired(workerId, now)) continue;
      // Its lease ended while it stood still, and it has had no time to renew it, whatever has held it up since.
      if (stoppedUntilMs + leaseMs >= scheduler.elapsedMs) continue;
      const { sinceMs, untilMs, wasStopped } = lastHeld ?? { sinceMs: 0, untilMs: 0, wasStopped: false };
      const isOver = untilMs + leaseMs < scheduler.elapsedMs;
      const wasShort = !wasStopped && Math.min(untilMs, scheduler.elapsedMs) - sinceMs < stuckLimitMs;
      if (isOver || wasShort) report(`${name} is given up for dead, and is only busy`);
    }
  }

  /** Tells the model, and compares with it what the store now says of the runs that the request was about. */
  async #observe(method: Method, args: unknown[], value: unknown): Promise<void> {
    const rule = (this.#model as unknown as Record<string, AnyMethod | undefined>)[method];
    const touched = (rule?.call(this.#model, value, ...args) ?? []) as RunId[];
    for (const runId of touched) this.#model.checkRecord(runId, await this.#world.readRun(runId));
  }
}
