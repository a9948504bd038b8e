/** What replay needs besides the code, out of a journal. */
import type { JournalEvent } from './events.ts';

/**
 * What replay needs of a whole journal: `run_created`, and what comes since the run began anew.
 * @param baseSeq Seq of the last `run_continued`; 0: there is none.
 */
export const sinceBase = (journal: readonly JournalEvent[], baseSeq: number): JournalEvent[] =>
  baseSeq === 0 ? [...journal] : [journal[0]!, ...journal.slice(baseSeq - 1)];

/** Ids of the patches that the code of this journal has: what `patched(id)` answers when it is replayed. */
export const patchesOf = (journal: readonly JournalEvent[]): string[] =>
  journal.filter((event) => event.type === 'patched').map(({ id }) => id);
