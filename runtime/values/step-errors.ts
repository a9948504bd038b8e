/**
 * The two errors by which a step says what its failure means for retries.
 * They carry brands, so that `is` knows them after they crossed a realm or came from another copy of this package.
 */
import { toDueTime, type Duration } from './duration.ts';

const FATAL = Symbol.for('workflow.fatal-error');
const RETRYABLE = Symbol.for('workflow.retryable-error');
const RETRY_AFTER_DEFAULT_MS = 1000;

const hasBrand = (value: unknown, brand: symbol): boolean =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true;

const toErrorOptions = (options: { cause?: unknown } | undefined): ErrorOptions | undefined =>
  options !== undefined && 'cause' in options ? { cause: options.cause } : undefined;

/** Thrown by a step: trying again is pointless, fail the call now. */
export class FatalError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, toErrorOptions(options));
    Object.defineProperty(this, 'name', { value: 'FatalError', writable: true, configurable: true });
    Object.defineProperty(this, FATAL, { value: true });
  }

  /** Like `instanceof`, but true also for errors of another realm or of a second copy of this package. */
  static is(value: unknown): value is FatalError {
    return hasBrand(value, FATAL);
  }
}

export interface RetryableErrorOptions {
  /** When to try again: milliseconds from now, text such as `"30s"`, or a point in time. Default: one second from now. */
  retryAfter?: Duration | undefined;
  cause?: unknown;
}

/** Thrown by a step: try again, but not before {@link RetryableError.retryAfter}. */
export class RetryableError extends Error {
  /** The earliest time of the next attempt. */
  readonly retryAfter: Date;

  /** @throws {WorkflowError} `duration_invalid` */
  constructor(message: string, options?: RetryableErrorOptions) {
    super(message, toErrorOptions(options));
    Object.defineProperty(this, 'name', { value: 'RetryableError', writable: true, configurable: true });
    Object.defineProperty(this, RETRYABLE, { value: true });
    // A thrown error is outside what can be injected: the user makes it with `new`, so it reads the clock of its realm.
    this.retryAfter = new Date(toDueTime(options?.retryAfter ?? RETRY_AFTER_DEFAULT_MS, Date.now()));
  }

  /** Like `instanceof`, but true also for errors of another realm or of a second copy of this package. */
  static is(value: unknown): value is RetryableError {
    return hasBrand(value, RETRYABLE);
  }
}
