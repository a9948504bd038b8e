/** The parts of a journal that replay needs. */
import type { JournalEvent } from './events.ts';

/**
 * The events that a run keeps of its journal, and that replay needs: `run_created`, and all since the run began anew.
 * @param baseSeq Seq of the last `run_continued`; 0: there is none.
 */
export const sinceBase = (journal: readonly JournalEvent[], baseSeq: number): JournalEvent[] =>
  journal.filter(({ seq }) => seq === 1 || seq >= baseSeq);

/** Whether events are missing between the first and the last, besides those that a run drops when it begins anew. */
export function hasGap(journal: readonly JournalEvent[]): boolean {
  const first = journal[1]?.type === 'run_continued' ? 1 : 0;
  return journal.length > 0 && journal.at(-1)!.seq - journal[first]!.seq !== journal.length - 1 - first;
}

/** Ids of the patches that the journal has: for them `patched(id)` is true on replay. */
export const patchesOf = (journal: readonly JournalEvent[]): string[] =>
  journal.filter((event) => event.type === 'patched').map(({ id }) => id);
