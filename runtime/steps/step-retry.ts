/** Whether and when a failed attempt is followed by another one. */
import { createHash } from 'node:crypto';
import type { Clock } from '../contract/clock.ts';
import { WorkflowError } from '../contract/errors.ts';
import { isMistake } from '../contract/mistakes.ts';
import type { RetryOptions } from '../contract/step-options.ts';
import { tryRead } from '../contract/try-read.ts';
import type { StepCallOptions } from '../journal/events.ts';
import { FatalError, RETRY_AFTER_DEFAULT_MS, RetryableError, retryAfterProblem } from '../values/step-errors.ts';

const MAX_RETRIES_DEFAULT = 3;
/** The first delay of a policy that grows. */
const MIN_DELAY_DEFAULT_MS = 1_000;
const MAX_DELAY_DEFAULT_MS = 3_600_000;

/** An attempt that ended with an error, and the options that decide about the next one. */
export interface FailedAttempt {
  error: unknown;
  options: StepCallOptions;
  shouldRetry: RetryOptions['shouldRetry'];
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Attempts of the call that failed before this one. */
  failures: number;
  stepId: string;
}

/** So many failures end a call; `null`: no number does. */
export const failuresMax = ({ maxRetries = MAX_RETRIES_DEFAULT }: StepCallOptions): number | null =>
  maxRetries === 'unlimited' ? null : maxRetries + 1;

/** When to try again, in milliseconds since the epoch; `null`: never. Rejects with what `shouldRetry` throws. */
export async function nextRetryAt(
  failed: FailedAttempt,
  clock: Pick<Clock, 'now' | 'aheadMs'>,
): Promise<number | null> {
  const { error, options, shouldRetry, attempt, failures } = failed;
  if (isFinal(error) || failures + 1 >= (failuresMax(options) ?? Infinity)) return null;
  if (shouldRetry && !(await shouldRetry(error, { attempt }))) return null;
  const hasProblem = retryAfterProblem(error) !== null;
  if (RetryableError.is(error) && !hasProblem) return error.retryAfter.getTime() + (clock.aheadMs ?? 0);
  const delayMs = retryDelayMs(options, failures + 1, drawnBy(`${failed.stepId}/${attempt}`));
  return clock.now() + Math.max(delayMs, hasProblem ? RETRY_AFTER_DEFAULT_MS : 0);
}

/** Whether an error only says that one of these signals has told the code to stop: another attempt would end alike. */
export const isAbortOf = (signals: readonly AbortSignal[], error: unknown): boolean =>
  signals.some(({ aborted, reason }) => aborted && (error === reason || isAbortError(error)));

const isAbortError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && tryRead(() => (error as { name?: unknown }).name) === 'AbortError';

const isFinal = (error: unknown): boolean => FatalError.is(error) || (WorkflowError.is(error) && isMistake(error.code));

/**
 * The delay of a retry.
 * @param retry Number of the retry, from 1.
 * @param chance From 0 to 1: how much of the part that is left to chance is taken away.
 */
export function retryDelayMs(options: StepCallOptions, retry: number, chance: number): number {
  const { backoff = 'none', jitter = 0 } = options;
  const { minDelayMs = backoff === 'none' ? 0 : MIN_DELAY_DEFAULT_MS } = options;
  const { maxDelayMs = Math.max(minDelayMs, MAX_DELAY_DEFAULT_MS) } = options;
  const delayMs = minDelayMs === 0 ? 0 : Math.min(minDelayMs * growth(backoff, retry), maxDelayMs);
  return Math.round(delayMs * (1 - jitter * chance));
}

function growth(backoff: NonNullable<StepCallOptions['backoff']>, retry: number): number {
  if (backoff === 'none') return 1;
  if (backoff === 'linear') return retry;
  return (backoff === 'exponential' ? 2 : backoff) ** (retry - 1);
}

/** A number from 0 to 1 that looks random and is the same for the same text, so that a simulation repeats itself. */
const drawnBy = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
