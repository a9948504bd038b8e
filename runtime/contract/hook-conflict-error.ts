import { WorkflowError } from './errors.ts';
import { runtimeError } from './runtime-errors.ts';

/** The token of a hook is held by another run. */
export class HookConflictError extends WorkflowError {
  readonly token: string;
  /** The run that holds the token. */
  readonly heldBy: string;

  constructor(token: string, heldBy: string) {
    super(...runtimeError.describe('hook_conflict', { token, heldBy }));
    this.name = 'HookConflictError';
    this.token = token;
    this.heldBy = heldBy;
  }
}
