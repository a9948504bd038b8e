/**
 * Events of a commit that is too large for one message to the writing thread: copying it would hold the event loop of
 * the application. They come in parts, which wait in the memory of the thread for the commit.
 */
import type { JournalEvent } from '../../journal/events.ts';
import type { CommitOutcome, CreateOutcome, NewRun, RunCommit } from '../world.ts';
import type { Store } from './store.ts';
import { commitRun, createRun } from './write-run.ts';

/** Adds the next part. @param id Names the commit. */
export function stageEvents(store: Store, id: number, events: readonly JournalEvent[]): void {
  const staged = store.staged.get(id) ?? [];
  for (const event of events) staged.push(event);
  store.staged.set(id, staged);
}

/** Lets go of the parts: the commit does not come. */
export function dropStaged(store: Store, id: number): void {
  store.staged.delete(id);
}

/** See `World.commit`; `commit` comes without its events. */
export const commitStaged = (store: Store, id: number, commit: RunCommit): CommitOutcome =>
  commitRun(store, { ...commit, events: takeStaged(store, id) });

/** See `World.createRun`; `run` comes without its events. */
export const createStaged = (store: Store, id: number, run: NewRun): CreateOutcome =>
  createRun(store, { ...run, events: takeStaged(store, id) });

function takeStaged(store: Store, id: number): JournalEvent[] {
  const events = store.staged.get(id);
  // The thread that had them has ended; the commit is repeated as a whole.
  if (!events) throw new Error('The first parts of a large commit are gone.');
  store.after('commit', () => store.staged.delete(id));
  return events;
}
