/** Waits for a database file that another process has locked. This blocks the thread. */
import { isBusy } from './failure.ts';

/** How long a lock of another process is waited for. */
export const BUSY_TIMEOUT_MS = 5_000;
const PAUSE_STEP_MS = 0.1;
const PAUSE_MAX_MS = 10;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Repeats `operation` until the file is free; after {@link BUSY_TIMEOUT_MS} throws what `operation` throws. SQLite's
 * own waiting soon sleeps for 100 ms at a time, so that beside a process that writes without a break it is starved for
 * seconds.
 */
export function retryWhileBusy<Result>(operation: () => Result): Result {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (let tries = 1; ; tries++) {
    try {
      return operation();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      Atomics.wait(NEVER_WOKEN, 0, 0, Math.min(tries * PAUSE_STEP_MS, PAUSE_MAX_MS));
    }
  }
}
