/** Notices runs that nobody will execute, because no worker is on the store, and says so once. */
import type { Clock } from '../contract/clock.ts';
import type { RunId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import { isStoreTrouble } from '../world/messages.ts';
import type { World } from '../world/world.ts';

/** A worker that comes so soon after a start is no reason to warn. */
const PATIENCE_MS = 2_000;

/** Calls at the end of the process. It has one listener for all of them, however many stores it opens. */
const atExit = new Set<() => void>();
const runAtExit = (): void => {
  for (const run of atExit) run();
};

function addAtExit(run: () => void): void {
  if (atExit.size === 0) process.once('exit', runAtExit);
  atExit.add(run);
}

function removeAtExit(run: () => void): void {
  if (atExit.delete(run) && atExit.size === 0) process.off('exit', runAtExit);
}

/** A process that starts runs, and the store that they are in. */
export interface MissingWorkerOptions {
  world: World;
  clock: Clock;
  log: Log;
  /** The store's folder or kind, for people. */
  store: string;
  /** This process works on runs itself by now. */
  worksHere(): boolean;
}

/** Watches over the starts of a process without a worker. */
export class MissingWorker {
  readonly #options: MissingWorkerOptions;
  /** The first run that nobody takes, as far as is known. */
  #waitingRun: RunId | null = null;
  #hasWarned = false;
  #cancel: () => void = () => {};
  readonly #warnAtExit = (): void => this.#warn();

  constructor(options: MissingWorkerOptions) {
    this.#options = options;
  }

  /**
   * A run was stored that this process does not execute. Resolves when the store has said whether a worker is there: a
   * script may end right after its start.
   */
  async onStart(runId: RunId): Promise<void> {
    if (this.#hasWarned || this.#waitingRun !== null || (await this.#isTaken())) return;
    this.#waitingRun = runId;
    addAtExit(this.#warnAtExit);
    const { clock } = this.#options;
    this.#cancel = clock.setAlarm(clock.now() + PATIENCE_MS, () => void this.#lookAgain());
  }

  /** The process lets go of the store. */
  async close(): Promise<void> {
    if (this.#waitingRun !== null) await this.#lookAgain();
  }

  async #lookAgain(): Promise<void> {
    if (await this.#isTaken()) this.#stop();
    else this.#warn();
  }

  async #isTaken(): Promise<boolean> {
    const { world, clock, worksHere } = this.#options;
    try {
      return worksHere() || (await world.hasWorker(clock.now()));
    } catch (error) {
      // The run is stored, and a store in trouble has its own lines in the log.
      if (isStoreTrouble(error)) return true;
      throw error;
    }
  }

  #warn(): void {
    const runId = this.#waitingRun;
    this.#stop();
    if (runId === null) return;
    this.#hasWarned = true;
    const { log, store } = this.#options;
    log.warn('run_not_taken', {
      runId,
      store,
      reason: 'no worker is on this store',
      fix:
        'correct the workflows if they could not be built; else add createHandler() or the adapter of your framework ' +
        'to this process, or start `workflow worker`; WORKFLOW_ROLE=producer says that this is meant',
    });
  }

  #stop(): void {
    this.#waitingRun = null;
    this.#cancel();
    removeAtExit(this.#warnAtExit);
  }
}
