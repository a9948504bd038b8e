/** `workflow/errors`: every error class that users can meet. */
import '../contract/node-version.ts';
export {
  PreconditionFailedError,
  RUN_ERROR_CODES,
  type RunErrorCode,
  RunExpiredError,
  RunNotSupportedError,
  StepNotRegisteredError,
  ThrottleError,
  TooEarlyError,
  WorkflowNotRegisteredError,
  WorkflowRunNotCompletedError,
  WorkflowRuntimeError,
  WorkflowWorldError,
} from '../contract/error-kinds.ts';
export { WorkflowError, type WorkflowErrorOptions } from '../contract/errors.ts';
export { HookConflictError } from '../contract/hook-conflict-error.ts';
export {
  EntityConflictError,
  HookNotFoundError,
  StreamInterruptedError,
  WorkflowRunCancelledError,
  WorkflowRunFailedError,
  WorkflowRunNotFoundError,
} from '../contract/run-errors.ts';
export { FatalError, RetryableError, type RetryableErrorOptions } from '../values/step-errors.ts';
