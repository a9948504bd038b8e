/**
 * The two errors by which a step controls its retries. They carry brands, so that `is` recognises them across realms
 * and copies of this package.
 */
import { type CalledClass, isOfSubclass } from '../contract/errors.ts';
import { type CheckedDuration, type FittingDurations, toDueTime, type Duration } from './duration.ts';

const FATAL = Symbol.for('workflow.fatal-error');
const RETRYABLE = Symbol.for('workflow.retryable-error');
const RETRY_AFTER_DEFAULT_MS = 1000;

const hasBrand = (value: unknown, brand: symbol): boolean =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;

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
  /** When to retry: milliseconds from now, text such as `"30s"`, or a point in time. Default: one second from now. */
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

  /** @throws {WorkflowError} `duration_invalid` */
  constructor(message: string, options?: FittingOptions<Given> | RetryableErrorOptions<Given>);
  constructor(message: string, options?: { retryAfter?: unknown; cause?: unknown }) {
    super(message, toErrorOptions(options));
    Object.defineProperty(this, 'name', { value: 'RetryableError', writable: true, configurable: true });
    Object.defineProperty(this, RETRYABLE, { value: true });
    // Users create this error with `new`, so no clock can be injected: it reads the clock of its realm.
    this.retryAfter = new Date(toDueTime((options?.retryAfter ?? RETRY_AFTER_DEFAULT_MS) as Duration, Date.now()));
  }

  /** Like `instanceof`, but true also for errors of another realm or of a second copy of this package. */
  static is<Instance extends RetryableError>(this: CalledClass<Instance>, value: unknown): value is Instance {
    return hasBrand(value, RETRYABLE) && isOfSubclass(value, this, RetryableError);
  }
}
