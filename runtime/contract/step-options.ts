/** What can be set on a step function: `charge.retry = { maxRetries: 5, backoff: 'exponential' }`. */

/** A length of time: milliseconds, or text such as `'30s'` and `'5 minutes'`. */
export type StepDuration = number | string;

/**
 * How the delay grows from one retry to the next: not at all, by `minDelay` each time, to twice as much each time, or by
 * this factor (at least 1).
 */
export type Backoff = 'none' | 'linear' | 'exponential' | number;

/** When and how often a failed attempt of a step is tried again. A `RetryableError` names its time itself. */
export interface RetryOptions {
  /** Retries after the first attempt: 0 or more, or `Infinity`. Default 3. */
  maxRetries?: number;
  /** Default `'none'`. */
  backoff?: Backoff;
  /** Delay of the first retry. Default: none, and one second where the delay grows. */
  minDelay?: StepDuration;
  /** No delay is longer. Default: one hour, or `minDelay` when that is longer. */
  maxDelay?: StepDuration;
  /** The part of each delay that is left to chance: from 0 (the default) to 1, which `true` stands for. */
  jitter?: boolean | number;
  /**
   * Says whether an error is worth another attempt; what it throws fails the call. It runs where steps run, so only a step
   * at the top level of its module can have one. Not asked about a `FatalError`, nor when no retries are left.
   */
  shouldRetry?(error: unknown, context: { attempt: number }): boolean | Promise<boolean>;
}

/** Options of a step, set as properties of its function. What is set where a workflow calls it counts more. */
export interface StepOptions {
  /** Short for `retry.maxRetries`. */
  maxRetries?: number;
  retry?: RetryOptions;
  /**
   * How long one attempt may take. Then its `signal` fires and it counts as failed, also when the function goes on: what
   * that still returns or writes changes nothing, and its place is free for another attempt.
   */
  timeout?: StepDuration;
  /** How long an attempt may be silent, see `heartbeat()`. Then it ends as with `timeout`. */
  heartbeatTimeout?: StepDuration;
  /**
   * Attempts of this step that run at the same time in one process; more wait, and let other steps pass. Default: only
   * the limit of the process.
   */
  concurrency?: number;
}
