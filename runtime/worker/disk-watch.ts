/** Says in time that the disk of a store fills. */
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import { LOW_DISK_BYTES } from '../world/store-size.ts';
import type { World } from '../world/world.ts';

const LOOK_EVERY_MS = 60_000;
/** As long as it does not change, it is said so often. */
const REPEAT_MS = 3_600_000;
const BYTES_PER_MB = 1_000_000;

/** The store to watch. */
export interface DiskWatchOptions {
  world: World;
  clock: Clock;
  log: Log;
}

/** Asks the store once a minute how much its disk has left. */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  #saidAt = -Infinity;
  #stop: (() => void) | null = null;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
  }

  /** Looks now, and once a minute from now on. Idempotent. */
  start(): void {
    if (this.#stop) return;
    this.#stop = () => {};
    void this.#look();
  }

  /** Nothing is said any more. */
  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }

  async #look(): Promise<void> {
    const { world, clock } = this.#options;
    // Whoever needs the store hears that it does not answer.
    const size = await world.measure().catch(() => null);
    if (!this.#stop) return;
    // The disk is on another machine, and stays there.
    if (size?.freeBytes === null) return;
    if (size) this.#judge(size.freeBytes);
    this.#stop = clock.setAlarm(clock.now() + LOOK_EVERY_MS, () => void this.#look());
  }

  #judge(freeBytes: number): void {
    const { clock, log } = this.#options;
    if (freeBytes >= LOW_DISK_BYTES) {
      this.#saidAt = -Infinity;
    } else if (clock.now() - this.#saidAt >= REPEAT_MS) {
      this.#saidAt = clock.now();
      const fix = 'free space, or remove ended runs: workflow purge --before 30d, or WORKFLOW_RETENTION';
      log.warn('store_disk_low', { freeMb: Math.round(freeBytes / BYTES_PER_MB), fix });
    }
  }
}
