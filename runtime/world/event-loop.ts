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

/** Does the first slice now, so that short work is done when this returns, and the others soon. */
export function startInSlices(work: SlicedWork<void>): void {
  if (!work.next().done) setImmediate(() => startInSlices(work));
}

/** Resolves when the event loop has gone round. */
export const passOn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Lets so many calls through, and the others when the event loop has gone round. */
export class Pace {
  readonly #callsMax: number;
  #calls = 0;
  #waiting: (() => void)[] = [];

  constructor(callsMax: number) {
    this.#callsMax = callsMax;
  }

  /** Calls `go` now or soon. Calls that follow each other without a pause count together. */
  pass(go: () => void): void {
    this.#calls += 1;
    if (this.#calls <= this.#callsMax) return go();
    if (this.#waiting.push(go) === 1) setImmediate(() => this.#letThrough());
  }

  #letThrough(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#calls = 0;
    for (const go of waiting) this.pass(go);
  }
}
