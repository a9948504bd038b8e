/** Keeps the order of requests that concern the same thing: they would overtake each other on several connections. */

/** Requests of one lane follow each other; those of different lanes do not wait for each other. */
export class Lanes {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Makes a request after all earlier ones of its lane. */
  async inOrder<Result>(lane: string, request: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(lane);
    const own = before ? before.then(request, request) : request();
    this.#last.set(lane, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(lane) === own) this.#last.delete(lane);
    }
  }
}
