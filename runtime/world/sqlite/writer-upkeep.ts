/** The work of the writing thread between batches: renew leases, notice other processes, and keep the log short. */
import { isBusy, toFailure, type StoreFailure } from './failure.ts';
import type { BatchOutcome } from './run-batch.ts';
import type { Store } from './store.ts';
import { renewKeptLeases } from './workers.ts';
import { foldLog, reserveLog } from './write-ahead-log.ts';

const TICK_MS = 25;
/** Batches after which a quiet moment is used to fold the log. */
const FOLD_AFTER_BATCHES = 32;

/** Whom the upkeep tells what it notices. */
export interface UpkeepListeners {
  /** Another connection has changed the file. */
  onElsewhere(): void;
  /** Another process keeps this one from writing; `null`: not any more. */
  onBlocked(failure: StoreFailure | null): void;
}

/** Runs every 25 ms on the writing thread, until {@link WriterUpkeep.stop}. */
export class WriterUpkeep {
  readonly #store: Store;
  readonly #listeners: UpkeepListeners;
  readonly #timer: NodeJS.Timeout;
  #dataVersion: number;
  #batchesSinceTick = 0;
  #batchesSinceFold = 0;
  #isBlocked = false;

  constructor(store: Store, listeners: UpkeepListeners) {
    this.#store = store;
    this.#listeners = listeners;
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

  noteBatch({ replies }: BatchOutcome): void {
    this.#batchesSinceTick++;
    this.#batchesSinceFold++;
    const [first] = replies;
    const failure = first && 'failure' in first ? first.failure : null;
    if (!failure) this.#setBlocked(null);
    else if (failure.code === 'world_file_busy') this.#setBlocked(failure);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const isQuiet = this.#batchesSinceTick === 0;
    this.#batchesSinceTick = 0;
    if (this.#isBlocked && !this.#canWrite()) return;
    this.#renewLeases();
    try {
      this.#store.files?.assertInPlace();
      const version = this.#readDataVersion();
      if (version !== this.#dataVersion) this.#listeners.onElsewhere();
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
    } catch (error) {
      // The disk is at fault, or another process. The next tick tries again; until then the lease shrinks, and says so.
      if (isBusy(error)) this.#setBlocked(toFailure(error, this.#store.paths.file));
    }
  }

  #setBlocked(failure: StoreFailure | null): void {
    if (this.#isBlocked === (failure !== null)) return;
    this.#isBlocked = failure !== null;
    this.#listeners.onBlocked(failure);
  }

  /** Does not wait for the lock. */
  #canWrite(): boolean {
    try {
      this.#store.db.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch (error) {
      return !isBusy(error);
    }
    this.#setBlocked(null);
    return true;
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
