/**
 * Waits for the ends of runs: the engine of this process reports those of its own runs, the store those of all others.
 */
import type { RunId } from '../contract/ids.ts';
import { isTerminal, type JournalEvent } from '../journal/events.ts';
import type { Change, World } from '../world/world.ts';

type Watcher = (end: JournalEvent) => void;

/** The watchers' view of this process. */
export interface RunWatchersOptions {
  /** The run is in the hands of this process, which tells its end by {@link RunWatchers.onEnded}. */
  isHere(runId: RunId): boolean;
  /** Keeps the process from ending; returns how to stop. */
  keepAlive(): () => void;
  /** Aborted when this process stops watching: all waits reject with its reason. */
  closing: AbortSignal;
}

/** Everybody in this process who waits for the end of a run. */
export class RunWatchers {
  readonly #world: World;
  readonly #options: RunWatchersOptions;
  readonly #watchers = new Map<RunId, Set<Watcher>>();

  constructor(world: World, options: RunWatchersOptions) {
    this.#world = world;
    this.#options = options;
  }

  /** Resolves to the last event of the run, now or when it ends; to `null` when there is no such run. */
  async waitForEnd(runId: RunId): Promise<JournalEvent | null> {
    const { closing, keepAlive } = this.#options;
    closing.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<JournalEvent | null>();
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, watchers.add(resolve));
    const letGo = keepAlive();
    const giveUp = () => reject(closing.reason as Error);
    closing.addEventListener('abort', giveUp);
    // Look only after the watcher is registered, so that an end that comes meanwhile is not missed.
    if (!this.#options.isHere(runId)) this.#look(runId).then((exists) => exists || resolve(null), reject);
    try {
      return await promise;
    } finally {
      letGo();
      closing.removeEventListener('abort', giveUp);
      watchers.delete(resolve);
      if (watchers.size === 0) this.#watchers.delete(runId);
    }
  }

  /** A run of this process has ended. */
  onEnded(runId: RunId, end: JournalEvent): void {
    for (const watcher of this.#watchers.get(runId) ?? []) watcher(end);
  }

  /** This process has lost the run: it may have ended elsewhere while it still seemed to be here. */
  onLost(runId: RunId): void {
    this.#lookLater(runId);
  }

  /** The store has changed: a run of another process may have ended. */
  onChange(change: Change): void {
    if (change.kind === 'run' && change.status && isTerminal(change.status)) this.#lookLater(change.runId);
    if (change.kind === 'elsewhere') for (const runId of this.#watchers.keys()) this.#lookLater(runId);
  }

  #lookLater(runId: RunId): void {
    if (!this.#watchers.has(runId) || this.#options.isHere(runId)) return;
    // When the store cannot be read now, its next change says 'elsewhere' again.
    this.#look(runId).catch(() => {});
  }

  /** Reports the run to its watchers if it has ended. Resolves to `false` when there is no such run. */
  async #look(runId: RunId): Promise<boolean> {
    const run = await this.#world.readRun(runId);
    if (!run) return false;
    if (!isTerminal(run.status)) return true;
    const [end] = await this.#world.readJournal(runId, run.seq - 1);
    if (end) this.onEnded(runId, end);
    return true;
  }
}
