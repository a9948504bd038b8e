/**
 * A worker without room for more runs: runs that have had a place here, and now want the next one, make room for runs
 * that wait in the store. So no run waits until another one has ended.
 */
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import type { Engine } from '../engine/engine.ts';
import type { World } from '../world/world.ts';

/** How often some runs stand back. Each costs a commit, a claim, and perhaps a replay. */
const PAUSE_MS = 500;
const RUNS_AT_ONCE = 100;
/** Waiting for room is reported when it takes longer than this … */
const LONG_WAIT_MS = 5_000;
/** … and no more often than this. */
const REPORT_PAUSE_MS = 60_000;

/** The worker's parts. */
export interface FullWorkerOptions {
  world: World;
  engine: Engine;
  clock: Clock;
  log: Log;
  busyRunsMax: number;
  /** The worker runs, and still wants room. */
  wantsRoom(): boolean;
}

/** Makes room bit by bit for as long as there is none. */
export class FullWorker {
  readonly #options: FullWorkerOptions;
  #cancel: (() => void) | null = null;
  #fullSince = 0;
  #reportAt = 0;

  constructor(options: FullWorkerOptions) {
    this.#options = options;
  }

  /** There is no room. */
  makeRoomSoon(): void {
    if (this.#cancel) return;
    this.#fullSince = this.#options.clock.now();
    this.#arm();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #arm(): void {
    const { clock } = this.#options;
    this.#cancel = clock.setAlarm(clock.now() + PAUSE_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { world, engine, clock, log, wantsRoom } = this.#options;
    try {
      const dueAt = wantsRoom() ? await world.nextDueAt() : null;
      const somebodyWaits = dueAt !== null && dueAt <= clock.now();
      const isWanted = somebodyWaits && wantsRoom();
      const count = engine.standBack(isWanted ? RUNS_AT_ONCE : 0);
      if (!somebodyWaits) this.#fullSince = clock.now();
      else if (isWanted && count === 0) this.#report();
    } catch (error) {
      log.warn('store_failed', { error });
    }
    this.stop();
    if (wantsRoom()) this.#arm();
  }

  /** Nobody can stand back: all have steps that run, or have had none yet. */
  #report(): void {
    const { clock, log, busyRunsMax } = this.#options;
    const now = clock.now();
    if (now < Math.max(this.#reportAt, this.#fullSince + LONG_WAIT_MS)) return;
    this.#reportAt = now + REPORT_PAUSE_MS;
    const fix = 'raise WORKFLOW_BUSY_RUNS, or start another worker';
    log.warn('runs_waiting', { waitedMs: now - this.#fullSince, limit: busyRunsMax, fix });
  }
}
