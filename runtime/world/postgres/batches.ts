/**
 * Sends requests in batches, each of which is one statement. Requests that come while a batch is under way form the
 * next one, so under load more of them share one round trip and one write to the disk of the server.
 */

/** A batch has no further request once it has so many, or so many bytes: a large one would hold up the others. */
const REQUESTS_MAX = 200;
const BYTES_MAX = 1024 * 1024;

/** How requests are carried out. */
export interface BatchWork<Request, Outcome> {
  /** Carries out all of them, or none. The outcome of a request may be `null`: it has to be carried out alone. */
  together(requests: readonly Request[]): Promise<(Outcome | null)[]>;
  /** Carries out one, whatever it takes. */
  alone(request: Request): Promise<Outcome>;
  /** Roughly. */
  bytesOf(request: Request): number;
  /** Whether the database is at fault, and not a request: all of them fail alike. */
  isTrouble(error: unknown): boolean;
}

interface Pending<Request, Outcome> extends PromiseWithResolvers<Outcome> {
  request: Request;
}

/** The batches of one kind of request. One is under way at a time. */
export class Batches<Request, Outcome> {
  readonly #work: BatchWork<Request, Outcome>;
  #waiting: Pending<Request, Outcome>[] = [];
  #isSending = false;

  constructor(work: BatchWork<Request, Outcome>) {
    this.#work = work;
  }

  add(request: Request): Promise<Outcome> {
    const pending = { request, ...Promise.withResolvers<Outcome>() };
    this.#waiting.push(pending);
    if (!this.#isSending) {
      this.#isSending = true;
      // At the end of this turn of the event loop, so that all requests of the turn share a batch.
      setImmediate(() => void this.#send());
    }
    return pending.promise;
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) await this.#carryOut(this.#takeBatch());
    this.#isSending = false;
  }

  #takeBatch(): Pending<Request, Outcome>[] {
    let bytes = 0;
    let count = 0;
    while (count < this.#waiting.length && count < REQUESTS_MAX && bytes < BYTES_MAX)
      bytes += this.#work.bytesOf(this.#waiting[count++]!.request);
    return this.#waiting.splice(0, count);
  }

  /** Never rejects. */
  async #carryOut(batch: readonly Pending<Request, Outcome>[]): Promise<void> {
    let outcomes: (Outcome | null)[];
    try {
      outcomes = await this.#work.together(batch.map(({ request }) => request));
    } catch (error) {
      if (this.#work.isTrouble(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      outcomes = batch.map(() => null);
    }
    for (const [i, { request, resolve, reject }] of batch.entries()) {
      const outcome = outcomes[i] ?? null;
      if (outcome === null) this.#work.alone(request).then(resolve, reject);
      else resolve(outcome);
    }
  }
}
