/** Tells those who wait for the end of a run: the engine of this process pushes it, or it is read from the store. */
import type { RunId } from '../contract/ids.ts';
import { isTerminal, type JournalEvent } from '../journal/events.ts';
import { lookUntilFound } from '../world/look-until-found.ts';
import type { Change, World } from '../world/world.ts';

/** Called with the end where the engine of this process knows it, else when it is worth looking at the store. */
type Watcher = (end?: JournalEvent) => void;

/** The watchers' view of this process. */
export interface RunWatchersOptions {
  /** Whether this process owns the run, and so tells its end by {@link RunWatchers.onEnded}. */
  isHere(runId: RunId): boolean;
  /** Keeps the process from ending; returns how to stop. */
  keepAlive(): () => void;
  /** When it aborts, all waiting ends with its reason. */
  closing: AbortSignal;
}

/**
 * All waits of this process for the ends of runs. Its owner passes on changes of the store and ends that the engine
 * reports.
 */
export class RunWatchers {
  readonly #world: World;
  readonly #options: RunWatchersOptions;
  readonly #watchers = new Map<RunId, Set<Watcher>>();

  constructor(world: World, options: RunWatchersOptions) {
    this.#world = world;
    this.#options = options;
  }

  /** The event with which the run ended or will end; `null` when there is no such run. */
  async waitForEnd(runId: RunId): Promise<JournalEvent | null> {
    const { isHere, keepAlive, closing } = this.#options;
    let told: JournalEvent | undefined;
    let hasLooked = false;
    const subscribe = (wake: () => void) =>
      this.#subscribe(runId, (end) => {
        told ??= end;
        wake();
      });
    const look = async (): Promise<JournalEvent | null | undefined> => {
      if (told ?? isHere(runId)) return told;
      const isFirst = !hasLooked;
      hasLooked = true;
      try {
        const end = await this.#readEnd(runId);
        return told ?? end;
      } catch (error) {
        if (isFirst) throw error;
        // A store that cannot be read now says 'elsewhere' again after its next change.
        return told;
      }
    };
    return (await lookUntilFound(look, { subscribe, keepAlive, closing })) ?? null;
  }

  /** The engine of this process has ended the run. */
  onEnded(runId: RunId, end: JournalEvent): void {
    this.#wake(runId, end);
  }

  /** This process no longer owns the run; its end may have been noticed while it seemed to. */
  onLost(runId: RunId): void {
    this.#wake(runId);
  }

  /** Something in the store has changed. */
  onChange(change: Change): void {
    if (change.kind === 'run' && change.status && isTerminal(change.status)) this.#wake(change.runId);
    if (change.kind === 'elsewhere') for (const runId of this.#watchers.keys()) this.#wake(runId);
  }

  #wake(runId: RunId, end?: JournalEvent): void {
    for (const watcher of this.#watchers.get(runId) ?? []) watcher(end);
  }

  #subscribe(runId: RunId, watcher: Watcher): () => void {
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(runId);
    };
  }

  /** The last event of a run that has ended; `undefined` while it goes on, `null` when there is no such run. */
  async #readEnd(runId: RunId): Promise<JournalEvent | null | undefined> {
    const run = await this.#world.readRun(runId);
    if (!run) return null;
    if (!isTerminal(run.status)) return undefined;
    const [end] = await this.#world.readJournal(runId, run.seq - 1);
    return end;
  }
}
