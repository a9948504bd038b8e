import { WorkflowError } from './errors.ts';
import { runtimeError } from './runtime-errors.ts';

/** The token of a hook is held by another run. */
export class HookConflictError extends WorkflowError {
  /** Stays as it is when the code is minified: {@link WorkflowError.is} goes by it. */
  static override readonly name = 'HookConflictError';
  readonly token: string;
  /** The run that holds the token. */
  readonly heldBy: string;

  constructor(token: string, heldBy: string) {
    super(...runtimeError.describe('hook_conflict', { token, heldBy }));
    this.name = HookConflictError.name;
    this.token = token;
    this.heldBy = heldBy;
  }

  /** The same as {@link heldBy}, as in other workflow packages. */
  get conflictingRunId(): string {
    return this.heldBy;
  }
}
