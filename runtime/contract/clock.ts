/** The source of time for the whole runtime; tests and the simulator bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `fire` once, at `at` or as soon as possible after it. Returns how to cancel the alarm. */
  setAlarm(at: number, fire: () => void): () => void;
  /** Other threads of the process see the same time. Default: no, as with a clock that a test sets. */
  readonly isOfMachine?: boolean;
  /** How many milliseconds it is ahead of `Date.now()` of this process. Default 0. */
  readonly aheadMs?: number;
}

/** Resolves after `ms` on this clock. */
export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.setAlarm(clock.now() + ms, resolve);
  });
