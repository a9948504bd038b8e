/**
 * The two errors by which a step controls its retries. They carry brands, so that `is` recognises them across realms
 * and copies of this package.
 */
import { type CalledClass, hasBrand, isOfSubclass, WorkflowError } from '../contract/errors.ts';
import { type CheckedDuration, type FittingDurations, toDueTime, type Duration } from './duration.ts';

const FATAL = Symbol.for('workflow.fatal-error');
const RETRYABLE = Symbol.for('workflow.retryable-error');
const RETRY_AFTER_PROBLEM = Symbol.for('workflow.retry-after-problem');
/** The delay of a {@link RetryableError} that names none, in milliseconds. */
export const RETRY_AFTER_DEFAULT_MS = 1000;

const toErrorOptions = (options: { cause?: unknown } | undefined): ErrorOptions | undefined =>
  options !== undefined && 'cause' in options ? { cause: options.cause } : undefined;

/** Thrown by a step to fail the call at once, without retries. */
export class FatalError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, toErrorOptions(options));
    Object.defineProperty(this, 'name', { value: 'FatalError', writable: true, configurable: true });
    Object.defineProperty(this, FATAL, { value: true });
  }

  /** As in other workflow packages. */
  get fatal(): true {
    return true;
  }

  /** Like `instanceof`, but true also for errors of another realm or of a second copy of this package. */
  static is<Instance extends FatalError>(this: CalledClass<Instance>, value: unknown): value is Instance {
    return hasBrand(value, FATAL) && isOfSubclass(value, this, FatalError);
  }
}

/** The options of {@link RetryableError}. The type parameter is a literal text that TypeScript checks; leave it out. */
export interface RetryableErrorOptions<Given extends Duration = Duration> {
  /**
   * When to retry: milliseconds from now, text such as `"30s"`, or a point in time. Default: one second from now. A
   * value that is none of these, such as a header that could not be read, is named in the log, and the retry policy of
   * the step decides, with a delay of at least one second.
   */
  retryAfter?: CheckedDuration<Given> | undefined;
  cause?: unknown;
}

/** The same options for a choice of several lengths of time. */
type FittingOptions<Given extends Duration> = {
  retryAfter?: Given | undefined;
  cause?: unknown;
} & FittingDurations<[Given]>;

/**
 * Thrown by a step to be retried, but not before {@link RetryableError.retryAfter}. The type parameter is the text of
 * that option, so that TypeScript reports one that no run would accept; leave it out.
 */
export class RetryableError<Given extends Duration = Duration> extends Error {
  /** The earliest time of the next attempt. */
  readonly retryAfter: Date;

  constructor(message: string, options?: FittingOptions<Given> | RetryableErrorOptions<Given>);
  constructor(message: string, options?: { retryAfter?: unknown; cause?: unknown }) {
    super(message, toErrorOptions(options));
    Object.defineProperty(this, 'name', { value: 'RetryableError', writable: true, configurable: true });
    Object.defineProperty(this, RETRYABLE, { value: true });
    // Users create this error with `new`, so no clock can be injected: it reads the clock of its realm.
    const now = Date.now();
    let dueAt = now + RETRY_AFTER_DEFAULT_MS;
    try {
      dueAt = toDueTime((options?.retryAfter ?? RETRY_AFTER_DEFAULT_MS) as Duration, now);
    } catch (problem) {
      // To throw it here would put it in the place of the failure that the step wants to report.
      Object.defineProperty(this, RETRY_AFTER_PROBLEM, { value: problem });
    }
    this.retryAfter = new Date(dueAt);
  }

  /** Like `instanceof`, but true also for errors of another realm or of a second copy of this package. */
  static is<Instance extends RetryableError>(this: CalledClass<Instance>, value: unknown): value is Instance {
    return hasBrand(value, RETRYABLE) && isOfSubclass(value, this, RetryableError);
  }
}

/** Says why the time that a `RetryableError` names does not count; `null` for every other error. */
export function retryAfterProblem(error: unknown): WorkflowError | null {
  const problem = RetryableError.is(error) ? (error as { [RETRY_AFTER_PROBLEM]?: unknown })[RETRY_AFTER_PROBLEM] : null;
  return WorkflowError.is(problem) ? problem : null;
}
