/**
 * Kinds of errors under the names that other workflow packages give their classes, so that code which asks for them
 * keeps its meaning: `error instanceof StepNotRegisteredError`, `StepNotRegisteredError.is(error)`. The code of an
 * error decides; `new` is for the classes of this package.
 */
import { WorkflowError } from './errors.ts';

/** To be used like a class, in `instanceof` and with `is`. */
export interface ErrorKind {
  readonly name: string;
  is(value: unknown): value is WorkflowError;
  [Symbol.hasInstance](value: unknown): value is WorkflowError;
}

function defineKind(name: string, has: (code: string) => boolean): ErrorKind {
  const is = (value: unknown): value is WorkflowError => WorkflowError.is(value) && has(value.code);
  return Object.freeze({ name, is, [Symbol.hasInstance]: is });
}

const isOfStore = (code: string): boolean => code === 'store_unavailable' || code.startsWith('world_');
const never = (): boolean => false;

/** The package was used in a way that it refuses, or has refused to go on: all errors but those of the store. */
export const WorkflowRuntimeError: ErrorKind = defineKind('WorkflowRuntimeError', (code) => !isOfStore(code));
/** The store cannot be opened, read or written. */
export const WorkflowWorldError: ErrorKind = defineKind('WorkflowWorldError', isOfStore);
/** The run has ended, so it takes no more requests. These errors are `EntityConflictError`s, too. */
export const RunExpiredError: ErrorKind = defineKind('RunExpiredError', (code) => code === 'run_already_ended');
/** The run has not ended. These errors are `EntityConflictError`s, too. */
export const WorkflowRunNotCompletedError: ErrorKind = defineKind(
  'WorkflowRunNotCompletedError',
  (code) => code === 'run_not_ended',
);
/** A newer version of this package has written the run. */
export const RunNotSupportedError: ErrorKind = defineKind('RunNotSupportedError', (code) =>
  ['run_behaviour_newer', 'run_event_unknown'].includes(code),
);
/** No build of this process has the step. */
export const StepNotRegisteredError: ErrorKind = defineKind(
  'StepNotRegisteredError',
  (code) => code === 'step_code_missing',
);
/** No build of this process has the workflow. */
export const WorkflowNotRegisteredError: ErrorKind = defineKind(
  'WorkflowNotRegisteredError',
  (code) => code === 'workflow_code_missing',
);
/** For code from elsewhere: no error of this package is one, because a lost race is settled inside. */
export const PreconditionFailedError: ErrorKind = defineKind('PreconditionFailedError', never);
/** For code from elsewhere: no error of this package is one, because a step begins when it is due. */
export const TooEarlyError: ErrorKind = defineKind('TooEarlyError', never);
/** For code from elsewhere: no error of this package is one, because its stores limit no rate. */
export const ThrottleError: ErrorKind = defineKind('ThrottleError', never);

/** The type of errors of the kind with this name. */
export type WorkflowRuntimeError = WorkflowError;
/** The type of errors of the kind with this name. */
export type WorkflowWorldError = WorkflowError;
/** The type of errors of the kind with this name. */
export type RunExpiredError = WorkflowError;
/** The type of errors of the kind with this name. */
export type WorkflowRunNotCompletedError = WorkflowError;
/** The type of errors of the kind with this name. */
export type RunNotSupportedError = WorkflowError;
/** The type of errors of the kind with this name. */
export type StepNotRegisteredError = WorkflowError;
/** The type of errors of the kind with this name. */
export type WorkflowNotRegisteredError = WorkflowError;

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
