/** Removes runs whose retention is over. */
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import type { World } from '../world/world.ts';

/** Runs are kept at most this much longer than they have to be. */
const PURGE_EVERY_MS = 60_000;
/** Runs that are removed in one transaction: the store has other things to do in between. */
const BATCH_RUNS = 500;

/** The store to purge. */
export interface PurgeLoopOptions {
  world: World;
  clock: Clock;
  log: Log;
}

/** Asks the store once a minute to remove expired runs, as long as the process has a worker. */
export class PurgeLoop {
  readonly #options: PurgeLoopOptions;
  #isRunning = false;
  #cancelAlarm: () => void = () => {};

  constructor(options: PurgeLoopOptions) {
    this.#options = options;
  }

  /** Purges every minute from now on. Idempotent. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#schedule();
  }

  /** A batch under way is finished, and is the last one. */
  stop(): void {
    this.#isRunning = false;
    this.#cancelAlarm();
  }

  #schedule(): void {
    const { clock } = this.#options;
    this.#cancelAlarm = clock.setAlarm(clock.now() + PURGE_EVERY_MS, () => void this.#purge());
  }

  async #purge(): Promise<void> {
    const { world, clock, log } = this.#options;
    let purged = 0;
    try {
      for (let batch = BATCH_RUNS; batch === BATCH_RUNS && this.#isRunning; purged += batch) {
        batch = await world.purgeExpired(clock.now(), BATCH_RUNS);
      }
    } catch (error) {
      // The next minute tries again; until then nothing is lost but room.
      if (this.#isRunning) log.warn('purge_failed', { error });
    }
    if (purged > 0) log.info('runs_purged', { count: purged });
    if (this.#isRunning) this.#schedule();
  }
}
