/**
 * Kinds of errors under the names that other workflow packages give their classes, so that code which asks for them
 * keeps its meaning: `error instanceof StepNotRegisteredError`, `StepNotRegisteredError.is(error)`. The code of an
 * error decides; `new` is for the classes of this package.
 */
import { CODE_OF_OTHERS, WorkflowError } from './errors.ts';

/** To be used like a class, in `instanceof` and with `is`. `Facts` are the fields of its errors. */
export interface ErrorKind<Facts = unknown> {
  readonly name: string;
  is(value: unknown): value is WorkflowError & Facts;
  [Symbol.hasInstance](value: unknown): value is WorkflowError & Facts;
}

function defineKind<Facts = unknown>(name: string, has: (code: string) => boolean): ErrorKind<Facts> {
  const is = (value: unknown): value is WorkflowError & Facts => WorkflowError.is(value) && has(value.code);
  return Object.freeze({ name, is, [Symbol.hasInstance]: is });
}

/** Facts of errors about a run that has another status than it should. */
interface OfStatus {
  readonly runId: string;
  readonly status: string;
}

/** Facts of errors about a run of a newer version. */
interface OfVersion {
  /** The version of the run's behaviour; `undefined` where the run shows only that it is newer. */
  readonly runSpecVersion: number | undefined;
  /** The newest one that this process knows. */
  readonly worldSpecVersion: number;
}

/** For code from elsewhere. */
interface OfDelay {
  /** Seconds. */
  readonly retryAfter?: number;
}

const isOfStore = (code: string): boolean => code === 'store_unavailable' || code.startsWith('world_');
const never = (): boolean => false;

/** The package was used in a way that it refuses, or has refused to go on: all errors but those of the store. */
export const WorkflowRuntimeError: ErrorKind = defineKind(
  'WorkflowRuntimeError',
  (code) => !isOfStore(code) && code !== CODE_OF_OTHERS,
);
/** The store cannot be opened, read or written. */
export const WorkflowWorldError: ErrorKind = defineKind('WorkflowWorldError', isOfStore);
/** The run has ended, so it takes no more requests. These errors are `EntityConflictError`s, too. */
export const RunExpiredError: ErrorKind<OfStatus> = defineKind(
  'RunExpiredError',
  (code) => code === 'run_already_ended',
);
/** The run has not ended. These errors are `EntityConflictError`s, too. */
export const WorkflowRunNotCompletedError: ErrorKind<OfStatus> = defineKind(
  'WorkflowRunNotCompletedError',
  (code) => code === 'run_not_ended',
);
/** A newer version of this package has written the run. */
export const RunNotSupportedError: ErrorKind<OfVersion> = defineKind('RunNotSupportedError', (code) =>
  ['run_behaviour_newer', 'run_event_unknown'].includes(code),
);
/** No build of this process has the step `stepName` (`step//…`). */
export const StepNotRegisteredError: ErrorKind<{ readonly stepName: string }> = defineKind(
  'StepNotRegisteredError',
  (code) => code === 'step_code_missing',
);
/** No build of this process has the workflow `workflowName` (`workflow//…`). */
export const WorkflowNotRegisteredError: ErrorKind<{ readonly workflowName: string }> = defineKind(
  'WorkflowNotRegisteredError',
  (code) => code === 'workflow_code_missing',
);
/** For code from elsewhere: no error of this package is one, because a lost race is settled inside. */
export const PreconditionFailedError: ErrorKind<OfDelay> = defineKind('PreconditionFailedError', never);
/** For code from elsewhere: no error of this package is one, because a step begins when it is due. */
export const TooEarlyError: ErrorKind<OfDelay> = defineKind('TooEarlyError', never);
/** For code from elsewhere: no error of this package is one, because its stores limit no rate. */
export const ThrottleError: ErrorKind<OfDelay> = defineKind('ThrottleError', never);

/** The type of errors of the kind with this name. */
export type WorkflowRuntimeError = WorkflowError;
/** The type of errors of the kind with this name. */
export type WorkflowWorldError = WorkflowError;
/** The type of errors of the kind with this name. */
export type RunExpiredError = WorkflowError & OfStatus;
/** The type of errors of the kind with this name. */
export type WorkflowRunNotCompletedError = WorkflowError & OfStatus;
/** The type of errors of the kind with this name. */
export type RunNotSupportedError = WorkflowError & OfVersion;
/** The type of errors of the kind with this name. */
export type StepNotRegisteredError = WorkflowError & { readonly stepName: string };
/** The type of errors of the kind with this name. */
export type WorkflowNotRegisteredError = WorkflowError & { readonly workflowName: string };
/** The type of errors of the kind with this name. */
export type PreconditionFailedError = WorkflowError & OfDelay;
/** The type of errors of the kind with this name. */
export type TooEarlyError = WorkflowError & OfDelay;
/** The type of errors of the kind with this name. */
export type ThrottleError = WorkflowError & OfDelay;

/** Why a run failed, as other workflow packages put it: see `WorkflowRunFailedError#errorCode`. */
export const RUN_ERROR_CODES = {
  /** The workflow, or a step of it, threw. */
  USER_ERROR: 'USER_ERROR',
  /** This package ended the run, such as at the end of its time. */
  RUNTIME_ERROR: 'RUNTIME_ERROR',
  /** The journal cannot be read. */
  CORRUPTED_EVENT_LOG: 'CORRUPTED_EVENT_LOG',
  /** The journal is full. */
  MAX_EVENTS_EXCEEDED: 'MAX_EVENTS_EXCEEDED',
} as const;

/** One of {@link RUN_ERROR_CODES}. */
export type RunErrorCode = keyof typeof RUN_ERROR_CODES;

/** The code of a run that failed with `cause`. */
export function runErrorCode(cause: unknown): RunErrorCode {
  const code = WorkflowError.is(cause) ? cause.code : null;
  if (code === 'journal_invalid') return 'CORRUPTED_EVENT_LOG';
  if (code === 'run_journal_full') return 'MAX_EVENTS_EXCEEDED';
  return code === 'run_timed_out' ? 'RUNTIME_ERROR' : 'USER_ERROR';
}
