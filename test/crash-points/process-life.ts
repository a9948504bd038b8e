/** The life of a simulated process, which ends at one of the points that it goes through. */

/** The answer of a dead process. */
export const NEVER: Promise<never> = new Promise(() => {});

export class ProcessLife {
  /** Resolves when it is over. */
  readonly ended: Promise<void>;
  /** The names of the points it has gone through; the last one is where it ended. */
  readonly points: string[] = [];
  #endsAt: number;
  #asking = 0;
  #isOver = false;
  readonly #onEnd: () => void;

  /**
   * @param options.endsAt Index of the point at which it ends; by default it goes through all of them.
   * @param options.onEnd Called at that point, before anything else can happen.
   */
  constructor({ endsAt = Infinity, onEnd = () => {} }: { endsAt?: number | undefined; onEnd?: () => void } = {}) {
    this.#endsAt = endsAt;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#onEnd = () => {
      onEnd();
      resolve();
    };
  }

  /** It waits for answers of the store. */
  get isAsking(): boolean {
    return this.#asking > 0;
  }

  /** Asks the store something. */
  async whileAsking<Answer>(ask: () => Answer | Promise<Answer>): Promise<Answer> {
    this.#asking += 1;
    try {
      return await ask();
    } finally {
      this.#asking -= 1;
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Goes through a point. `false`: the process has ended, here or before, and does nothing any more. */
  pass(point: string): boolean {
    if (this.#isOver) return false;
    if (this.points.push(point) > this.#endsAt) this.end();
    return !this.#isOver;
  }

  /** Lets it go through so many points more, and end at the one after them. */
  endAfter(points: number): void {
    this.#endsAt = this.points.length + points;
  }

  /** Ends it at once, as SIGKILL does: nothing is cleaned up. */
  end(): void {
    this.#isOver = true;
    this.#onEnd();
  }
}
