/** The work of the writing thread between batches: renew leases, notice other processes, and keep the log short. */
import type { Store } from './store.ts';
import { renewKeptLeases } from './workers.ts';
import { foldLog, reserveLog } from './write-ahead-log.ts';

const TICK_MS = 25;
/** Batches after which a quiet moment is used to fold the log. */
const FOLD_AFTER_BATCHES = 32;

/** Runs every 25 ms on the writing thread, until {@link WriterUpkeep.stop}. */
export class WriterUpkeep {
  readonly #store: Store;
  readonly #onElsewhere: () => void;
  readonly #timer: NodeJS.Timeout;
  #dataVersion: number;
  #batchesSinceTick = 0;
  #batchesSinceFold = 0;

  /** `onElsewhere` is called when another connection has changed the file. */
  constructor(store: Store, onElsewhere: () => void) {
    this.#store = store;
    this.#onElsewhere = onElsewhere;
    this.#dataVersion = this.#readDataVersion();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Call it before the first request: otherwise the first thousand commits take twice the time. */
  reserve(): void {
    try {
      reserveLog(this.#store);
    } catch {
      // Without it commits are only slower. If the disk is full, the next writer is told.
    }
  }

  noteBatch(): void {
    this.#batchesSinceTick++;
    this.#batchesSinceFold++;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const isQuiet = this.#batchesSinceTick === 0;
    this.#batchesSinceTick = 0;
    this.#renewLeases();
    try {
      this.#store.files?.assertInPlace();
      const version = this.#readDataVersion();
      if (version !== this.#dataVersion) this.#onElsewhere();
      this.#dataVersion = version;
      if (isQuiet) this.#useQuietMoment();
    } catch {
      // The disk is at fault; the next writer or reader is told. The next tick tries again. Replaced files are another
      // thing: whoever finds them says so.
    }
  }

  #renewLeases(): void {
    try {
      renewKeptLeases(this.#store);
    } catch {
      // The disk is at fault. The next tick tries again; until then the lease shrinks, and says so.
    }
  }

  #useQuietMoment(): void {
    if (this.#batchesSinceFold >= FOLD_AFTER_BATCHES) {
      this.#batchesSinceFold = 0;
      foldLog(this.#store);
    }
  }

  /** Changes when another connection commits, not when this one does. */
  #readDataVersion(): number {
    return this.#store.first<{ data_version: number }>('PRAGMA data_version')!.data_version;
  }
}
