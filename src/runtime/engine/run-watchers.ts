/** Tells those who wait for the end of a run. Pushed by the engine of this process, or learnt from the store. */
import type { RunId } from '../contract/ids.ts';
import { isTerminal, type JournalEvent } from '../journal/events.ts';
import type { Change, World } from '../world/world.ts';

type Watcher = (end: JournalEvent) => void;

export class RunWatchers {
  readonly #world: World;
  readonly #watchers = new Map<RunId, Set<Watcher>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The event with which the run ended or will end. The run must exist. */
  async waitForEnd(runId: RunId): Promise<JournalEvent> {
    const { promise, resolve, reject } = Promise.withResolvers<JournalEvent>();
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, watchers.add(resolve));
    // The run may have ended before this watcher was known.
    this.#look(runId).catch(reject);
    try {
      return await promise;
    } finally {
      watchers.delete(resolve);
      if (watchers.size === 0) this.#watchers.delete(runId);
    }
  }

  onEnded(runId: RunId, end: JournalEvent): void {
    for (const watcher of this.#watchers.get(runId) ?? []) watcher(end);
  }

  onChange(change: Change): void {
    if (change.kind === 'run' && change.status && isTerminal(change.status)) this.#lookLater(change.runId);
    if (change.kind === 'elsewhere') for (const runId of this.#watchers.keys()) this.#lookLater(runId);
  }

  #lookLater(runId: RunId): void {
    // A store that cannot be read now says 'elsewhere' again after its next change.
    if (this.#watchers.has(runId)) this.#look(runId).catch(() => {});
  }

  async #look(runId: RunId): Promise<void> {
    const run = await this.#world.readRun(runId);
    if (!run || !isTerminal(run.status)) return;
    const [end] = await this.#world.readJournal(runId, run.seq - 1);
    if (end) this.onEnded(runId, end);
  }
}
