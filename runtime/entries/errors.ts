/** `workflow/errors`: every error class that users can meet. */
import '../contract/node-version.ts';
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
