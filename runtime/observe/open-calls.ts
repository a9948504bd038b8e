/** The open calls of a run at one point of its journal. */
import type { JournalEvent } from '../journal/events.ts';

/** After one of these events, no earlier call gets an outcome any more. */
const ENDS_OPEN_CALLS: ReadonlySet<JournalEvent['type']> = new Set<JournalEvent['type']>([
  'run_cancel_requested',
  'run_continued',
  'run_completed',
  'run_failed',
  'run_cancelled',
]);

/** Collects calls while a journal is read in order. */
export class OpenCalls<Call> {
  readonly #calls = new Map<number, Call>();

  open(position: number, call: Call): Call {
    this.#calls.set(position, call);
    return call;
  }

  /** The call that an event belongs to, if it is open. */
  find(event: JournalEvent): Call | undefined {
    return 'call' in event ? this.#calls.get(event.call) : undefined;
  }

  close(position: number): void {
    this.#calls.delete(position);
  }

  /** Abandons all open calls if `event` means that nobody waits for them any more. */
  abandonBy(event: JournalEvent, abandon: (call: Call) => void): void {
    if (!ENDS_OPEN_CALLS.has(event.type)) return;
    for (const call of this.#calls.values()) abandon(call);
    this.#calls.clear();
  }
}
