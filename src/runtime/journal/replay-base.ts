import type { JournalEvent } from './events.ts';

/**
 * What replay needs of a whole journal: `run_created`, and what comes since the run began anew.
 * @param baseSeq Seq of the last `run_continued`; 0: there is none.
 */
export const sinceBase = (journal: readonly JournalEvent[], baseSeq: number): JournalEvent[] =>
  baseSeq === 0 ? [...journal] : [journal[0]!, ...journal.slice(baseSeq - 1)];
