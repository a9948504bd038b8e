/** The options of step functions: `charge.retry = { maxRetries: 5, backoff: 'exponential' }`. */

/** A length of time: milliseconds, or text such as `'30s'` and `'5 minutes'`. */
export type StepDuration = number | string;

/**
 * How the delay grows from one retry to the next: not at all, by `minDelay` each time, doubling each time, or by this
 * factor (at least 1).
 */
export type Backoff = 'none' | 'linear' | 'exponential' | number;

/** When and how often a failed attempt of a step is retried. A `RetryableError` sets its own time. */
export interface RetryOptions {
  /** Retries after the first attempt: 0 or more, or `Infinity`. Default 3. */
  maxRetries?: number;
  /** Default `'none'`. */
  backoff?: Backoff;
  /** The delay of the first retry. Default: none, or one second if the delay grows. */
  minDelay?: StepDuration;
  /** The longest delay. Default: one hour, or `minDelay` if that is longer. */
  maxDelay?: StepDuration;
  /** The random part of each delay, from 0 (the default) to 1, which `true` means as well. */
  jitter?: boolean | number;
  /**
   * Decides whether an error is retried; an error that it throws fails the call. It runs where steps run, so only a
   * step at the top level of its module can have one. It is not called for a `FatalError`, nor when no retries are
   * left.
   */
  shouldRetry?(error: unknown, context: { attempt: number }): boolean | Promise<boolean>;
}

/**
 * Options of a step, set as properties of its function. Options that are set where a workflow calls the step take
 * precedence.
 */
export interface StepOptions {
  /** Short for `retry.maxRetries`. */
  maxRetries?: number;
  retry?: RetryOptions;
  /**
   * How long one attempt may take. After that its `signal` aborts and it counts as failed, even if the function keeps
   * running: its later results and writes have no effect, and its slot is free for another attempt.
   */
  timeout?: StepDuration;
  /** How long an attempt may be silent, see `heartbeat()`. After that it ends as with `timeout`. */
  heartbeatTimeout?: StepDuration;
  /**
   * How many attempts of this step one process executes at the same time. Further ones wait and let other steps pass.
   * Default: only the limit of the process.
   */
  concurrency?: number;
  /**
   * The kind of worker that executes the step: one of the names in its `WORKFLOW_WORKER_TAGS`. Calls wait until such a
   * worker is there. Default: any worker.
   */
  worker?: string;
  /**
   * A name for each call, for people: `resize.label = (image: Image) => image.name`. It gets the arguments of the call
   * when an attempt begins, and runs where steps run, so only a step at the top level of its module can have one. The
   * first 100 characters are kept. A label that throws or is no text is a warning in the log, and the step goes on.
   */
  label?(...args: never[]): string;
}
