/** Time, as everything in the runtime sees it; tests and the simulator bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `fire` once, at `at` or as soon after as possible; at once when `at` is past. Returns how to call it off. */
  setAlarm(at: number, fire: () => void): () => void;
}

/** Resolves after `ms` on this clock. */
export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.setAlarm(clock.now() + ms, resolve);
  });
