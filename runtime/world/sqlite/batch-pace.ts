/**
 * How many requests share a batch. One batch of all has one sync of the disk; but then the thread waits while the event
 * loop acts on the answers, and the other way round. Two halves that take turns let both work at the same time, with
 * one sync more. They are worth it when acting on the answers takes longer than a sync.
 */

/** One more batch costs so much besides its sync: two messages between threads. */
const MESSAGES_MS = 0.2;
/** Weight of the latest measurement in the means. */
const LATEST = 1 / 8;

/** Learns from each answer of a thread how large the next batch is to be. */
export class BatchPace {
  #syncMs = 0;
  /** How long the event loop acts on one answer. */
  #actingMs = 0;
  /** The requests of the last answer, and those that waited for it. */
  #inFlight = 0;
  #answer = { requests: 0, at: 0 };

  /**
   * The thread has answered a batch.
   * @param requests Of the batch.
   * @param waiting Requests that are not in it.
   * @param syncMs How long the sync of the disk took.
   * @param at The time in milliseconds.
   */
  answered({ requests, waiting, syncMs, at }: { requests: number; waiting: number; syncMs: number; at: number }): void {
    this.#inFlight = requests + waiting;
    this.#answer = { requests, at };
    this.#syncMs += (syncMs - this.#syncMs) * LATEST;
  }

  /** The event loop has acted on the last answer. @param at The time in milliseconds. */
  acted(at: number): void {
    const { requests, at: since } = this.#answer;
    if (requests === 0) return;
    this.#answer.requests = 0;
    this.#actingMs += ((at - since) / requests - this.#actingMs) * LATEST;
  }

  /**
   * The most requests that the next batch is to have.
   * @param queued Those that wait. In a burst they are more than were in flight before.
   */
  requestsMax(queued: number): number {
    return this.overlaps ? Math.ceil(Math.max(this.#inFlight, queued) / 2) : Infinity;
  }

  /** The next batch is to be sent before the event loop acts on the last answer. */
  get overlaps(): boolean {
    return this.#syncMs + MESSAGES_MS < this.#actingMs * this.#inFlight;
  }
}
