/** Waits for a database file that another process has locked. Blocks its thread. */
import { isBusy } from './failure.ts';

/** After this time the other process is at fault. */
export const BUSY_TIMEOUT_MS = 5_000;
const PAUSE_STEP_MS = 0.1;
const PAUSE_MAX_MS = 10;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Carries `operation` out again until the file is free, or throws as it does. SQLite's own waiting soon sleeps for 100 ms at
 * a time: next to a process that writes without a break it comes too late for seconds.
 */
export function retryWhileBusy<Result>(operation: () => Result): Result {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return operation();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      Atomics.wait(NEVER_WOKEN, 0, 0, Math.min(attempt * PAUSE_STEP_MS, PAUSE_MAX_MS));
    }
  }
}
