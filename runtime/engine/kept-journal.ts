/** The journal of a run that was taken over, kept until it is replayed, or until others need the memory. */
import type { JournalEvent } from '../journal/events.ts';
import { bytesOfEvents } from '../world/journal-bytes.ts';
import type { HeldBytes, KeptBytes, MemoryBudget } from '../world/memory-budget.ts';

/** Events in memory that can be read again from the store. */
export class KeptJournal {
  readonly #memory: MemoryBudget;
  #events: JournalEvent[] | null = [];
  #bytes = 0;
  readonly #kept: KeptBytes;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
    this.#kept = memory.keep(0, () => (this.#events = null));
  }

  /** Keeps the next events of the journal, if all before them are kept. */
  add(events: readonly JournalEvent[]): void {
    if (!this.#events) return;
    // No spread: there may be more of them than a call takes arguments.
    for (const event of events) this.#events.push(event);
    this.#bytes += bytesOfEvents(events);
    this.#kept.resize(this.#bytes);
  }

  /** Takes all events out; they are held until the caller says otherwise. `null`: they are not kept any more. */
  takeOut(): { events: JournalEvent[]; held: HeldBytes } | null {
    const events = this.#events;
    this.end();
    return events && { events, held: this.#memory.hold('journal', this.#bytes) };
  }

  /** Nobody needs them any more. Idempotent. */
  end(): void {
    this.#events = null;
    this.#kept.end();
  }
}
