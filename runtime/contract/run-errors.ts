/** The errors of `workflow/api` that callers tell apart by class. */
import { runErrorCode, type RunErrorCode } from './error-kinds.ts';
import { WorkflowError } from './errors.ts';
import { runtimeError } from './runtime-errors.ts';
import { tryRead } from './try-read.ts';

/** There is no run with this id in the store. */
export class WorkflowRunNotFoundError extends WorkflowError {
  /** Stays as it is when the code is minified: {@link WorkflowError.is} goes by it. */
  static override readonly name = 'WorkflowRunNotFoundError';
  readonly runId: string;

  constructor(runId: string) {
    super(...runtimeError.describe('run_not_found', { runId }));
    this.name = WorkflowRunNotFoundError.name;
    this.runId = runId;
  }
}

/** The run failed; `cause` is what the workflow threw. */
export class WorkflowRunFailedError extends WorkflowError {
  /** Stays as it is when the code is minified: {@link WorkflowError.is} goes by it. */
  static override readonly name = 'WorkflowRunFailedError';
  readonly runId: string;
  /** Any value can be thrown, as in `catch`. A run that this package ended has a {@link WorkflowError} here. */
  // oxlint-disable-next-line typescript/no-explicit-any -- only the code of the workflow knows what it throws
  declare readonly cause: any;

  constructor(runId: string, cause: unknown) {
    const reason = tryRead(() => (cause instanceof Error ? cause.message : String(cause)), 'its error cannot be read');
    super(...runtimeError.describe('run_failed', { runId, reason }, cause));
    this.name = WorkflowRunFailedError.name;
    this.runId = runId;
  }

  /** Whose fault it was, as other workflow packages put it. `cause` says more. */
  get errorCode(): RunErrorCode {
    return runErrorCode(this.cause);
  }
}

/** The run was cancelled, so it has no result. */
export class WorkflowRunCancelledError extends WorkflowError {
  /** Stays as it is when the code is minified: {@link WorkflowError.is} goes by it. */
  static override readonly name = 'WorkflowRunCancelledError';
  readonly runId: string;
  readonly reason: string | undefined;

  constructor(runId: string, reason: string | undefined) {
    super(...runtimeError.describe('run_cancelled', { runId, reason }));
    this.name = WorkflowRunCancelledError.name;
    this.runId = runId;
    this.reason = reason;
  }
}

/**
 * This process ends while the stream goes on. `code` is `runtime_closed`. Every chunk before `nextIndex` has been read:
 * read on from there, in another process or after the restart.
 */
export class StreamInterruptedError extends WorkflowError {
  /** Stays as it is when the code is minified: {@link WorkflowError.is} goes by it. */
  static override readonly name = 'StreamInterruptedError';
  readonly runId: string;
  readonly nextIndex: number;

  constructor(runId: string, nextIndex: number) {
    super(...runtimeError.describe('runtime_closed', { stream: { runId, nextIndex } }));
    this.name = StreamInterruptedError.name;
    this.runId = runId;
    this.nextIndex = nextIndex;
  }
}

/** No active hook has this token: it is unknown, was disposed, has received its only payload, or its run has ended. */
export class HookNotFoundError extends WorkflowError {
  /** Stays as it is when the code is minified: {@link WorkflowError.is} goes by it. */
  static override readonly name = 'HookNotFoundError';
  /** The token that was asked for. It is not shown when the error is logged. */
  declare readonly token: string;

  constructor(token: string) {
    super(...runtimeError.describe('hook_not_found', {}));
    this.name = HookNotFoundError.name;
    // A run may take this token later: whoever reads the logs must not be able to resume it.
    Object.defineProperty(this, 'token', { value: token });
  }
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** The status of the run does not allow this; mostly the run has already ended. */
export class EntityConflictError extends WorkflowError {
  /** Stays as it is when the code is minified: {@link WorkflowError.is} goes by it. */
  static override readonly name = 'EntityConflictError';
  readonly runId: string;
  readonly status: string;

  constructor(runId: string, status: string) {
    super(...runtimeError.describe(ENDED.has(status) ? 'run_already_ended' : 'run_not_ended', { runId, status }));
    this.name = EntityConflictError.name;
    this.runId = runId;
    this.status = status;
  }
}
