/**
 * Long work of the runtime is cut into slices, between which the event loop of the application goes on. Slices are
 * measured by what was done and not by the clock, so that a simulation repeats itself.
 */

/** A slice has about this many small things, which take a few milliseconds, … */
const SLICE_ITEMS = 400;
/** … or about this many bytes. */
const SLICE_BYTES = 1024 * 1024;

/** Work that yields where it may be interrupted, and returns its result. */
export type SlicedWork<Result> = Generator<void, Result, void>;

/** Says when a slice is long enough. */
export class SliceMeter {
  #spent = 0;

  /** Counts one more thing that was done. Returns whether the slice ends here; then the next one begins. */
  isOver(bytes = 0): boolean {
    this.#spent += 1 / SLICE_ITEMS + bytes / SLICE_BYTES;
    if (this.#spent < 1) return false;
    this.#spent = 0;
    return true;
  }
}

/** Does all of the work without a pause. */
export function doAtOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
