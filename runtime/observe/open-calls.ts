/** Calls of a run that wait for an outcome, while its journal is read for people. */
import type { JournalEvent } from '../journal/events.ts';

/** After these, nothing that the code has asked for before gets its outcome into the journal any more. */
const ENDS_OPEN_CALLS: ReadonlySet<JournalEvent['type']> = new Set<JournalEvent['type']>([
  'run_cancel_requested',
  'run_continued',
  'run_completed',
  'run_failed',
  'run_cancelled',
]);

export class OpenCalls<Call> {
  readonly #calls = new Map<number, Call>();

  open(position: number, call: Call): Call {
    this.#calls.set(position, call);
    return call;
  }

  /** The call an event is about, if it is open. */
  find(event: JournalEvent): Call | undefined {
    return 'call' in event ? this.#calls.get(event.call) : undefined;
  }

  close(position: number): void {
    this.#calls.delete(position);
  }

  /** Gives up what is open when `event` says that nobody waits for it any more. */
  abandonBy(event: JournalEvent, abandon: (call: Call) => void): void {
    if (!ENDS_OPEN_CALLS.has(event.type)) return;
    for (const call of this.#calls.values()) abandon(call);
    this.#calls.clear();
  }
}
