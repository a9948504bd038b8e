/** Leaves the event loop to the application between slices of long work. */
import type { SlicedWork } from '../contract/slices.ts';

/** Does the work in slices. Between two of them anything may happen: work has to look whether it is still wanted. */
export async function doInSlices<Result>(work: SlicedWork<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await passOn();
  }
}

/** Like {@link doInSlices}, but short work is done when this returns. */
export function beginInSlices<Result>(work: SlicedWork<Result>): Result | Promise<Result> {
  const { done, value } = work.next();
  return done ? value : passOn().then(() => doInSlices(work));
}

/** Does the first slice now, so that short work is done when this returns, and the others soon. */
export function startInSlices(work: SlicedWork<void>): void {
  if (!work.next().done) setImmediate(() => startInSlices(work));
}

/** Resolves when the event loop has gone round. */
export const passOn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Lets calls through that follow each other, up to a number or a time, and the others when the event loop goes on. */
export class Pace {
  readonly #callsMax: number;
  readonly #roundMs: number;
  readonly #now: () => number;
  #calls = 0;
  #since = 0;
  #waiting: (() => void)[] = [];

  /**
   * @param callsMax So many are let through in any case.
   * @param roundMs More of them while the first one was let through less than this many milliseconds ago.
   * @param now The time in milliseconds.
   */
  constructor(callsMax: number, roundMs: number, now: () => number) {
    this.#callsMax = callsMax;
    this.#roundMs = roundMs;
    this.#now = now;
  }

  /** Calls `go` now or soon. Calls that follow each other without a pause count together. */
  pass(go: () => void): void {
    if (this.#calls === 0) this.#since = this.#now();
    this.#calls += 1;
    const isQuick = this.#calls <= this.#callsMax || this.#now() - this.#since < this.#roundMs;
    if (isQuick && this.#waiting.length === 0) return go();
    if (this.#waiting.push(go) === 1) setImmediate(() => this.#letThrough());
  }

  #letThrough(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#calls = 0;
    for (const go of waiting) this.pass(go);
  }
}
