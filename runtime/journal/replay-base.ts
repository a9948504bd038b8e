/** The parts of a journal that replay needs. */
import type { JournalEvent } from './events.ts';

/**
 * The events that replay needs of a whole journal: `run_created`, and all since the run began anew.
 * @param baseSeq Seq of the last `run_continued`; 0: there is none.
 */
export const sinceBase = (journal: readonly JournalEvent[], baseSeq: number): JournalEvent[] =>
  baseSeq === 0 ? [...journal] : [journal[0]!, ...journal.slice(baseSeq - 1)];

/** Ids of the patches that the journal has: for them `patched(id)` is true on replay. */
export const patchesOf = (journal: readonly JournalEvent[]): string[] =>
  journal.filter((event) => event.type === 'patched').map(({ id }) => id);
