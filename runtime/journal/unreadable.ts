/** Values of a journal that this process cannot read. */
import type { WorkflowError } from '../contract/errors.ts';
import { unreadableError } from '../contract/unreadable-value.ts';
import type { JournalEvent } from './events.ts';

/**
 * Why a value of the journal cannot be read here; `null`: all can. No code may go on from a journal with such values.
 */
export function findUnreadable(journal: Iterable<JournalEvent>): WorkflowError | null {
  for (const event of journal) {
    const found = unreadableError(('payload' in event && event.payload) || '') ?? findBeside(event);
    if (found) return found;
  }
  return null;
}

/** Values of an event besides its payload. */
function findBeside(event: JournalEvent): WorkflowError | null {
  switch (event.type) {
    case 'run_created':
      return unreadableError(event.seed);
    case 'stream_written':
      return unreadableError(event.digest);
    case 'run_continued':
      return unreadableError(event.hooks.flatMap(({ payloads }) => payloads).find((one) => unreadableError(one)) ?? '');
    default:
      return null;
  }
}
