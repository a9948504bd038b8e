/** Child runs: runs with their own journal that a workflow starts and may wait for. */
import { WorkflowRunCancelledError, WorkflowRunFailedError } from '../contract/run-errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { reasonOf } from '../journal/cancel-reason.ts';
import type { ChildFailed } from '../journal/events.ts';
import { HANDLE, type HandleReference } from '../values/handle-values.ts';
import { readStartInput } from '../values/start-input.ts';
import { readRunOptions, type RunOptions } from '../values/start-options.ts';
import { decodeValue, encodeValue } from './realm-codec.ts';
import { host, requireScope } from './run-scope.ts';
import { waitForOutcome } from './step-proxy.ts';

/** The options of `start()` inside workflows. */
export interface ChildRunOptions extends RunOptions {
  /** The child continues when this run is cancelled. Default: it is cancelled too. */
  detached?: boolean;
}

/** The handle of a child run. For anything else, call `getRun(runId)` in a step. */
export class ChildRun<Result = unknown> {
  readonly runId: string;
  readonly #call: number;
  readonly #returnValue: Promise<Result>;

  constructor(runId: string, call: number, returnValue: Promise<Result>) {
    this.runId = runId;
    this.#call = call;
    this.#returnValue = returnValue;
  }

  get [HANDLE](): HandleReference {
    return { run: this.runId };
  }

  /** Waits durably for the result of the child. Rejects `WorkflowRunFailedError` or `WorkflowRunCancelledError`. */
  get returnValue(): Promise<Result> {
    requireScope().trace?.awaited.add(this.#call);
    return this.#returnValue;
  }

  /** Cancels the child, if it has not ended. */
  async cancel({ reason }: { reason?: string } = {}): Promise<void> {
    const scope = requireScope();
    if (!scope.pending.has(this.#call)) return;
    scope.ask({ type: 'child_cancel_requested', call: this.#call, ...reasonOf(reason) });
  }
}

/**
 * Starts a child run.
 * @throws `start_not_a_workflow`, `start_arguments_not_array`, `start_option_invalid`, `value_not_serializable`.
 */
export async function startChild(
  workflow: unknown,
  args: unknown = [],
  { detached, ...options }: ChildRunOptions = {},
): Promise<ChildRun> {
  const scope = requireScope();
  for (const name of ['id', 'onConflict', 'deploymentId']) {
    if (name in options) throw runtimeError('start_option_in_workflow', { option: name });
  }
  const workflowId = readStartInput(workflow, args);
  const payload = encodeValue(args, 'args');
  const facts = readRunOptions(options, scope.nowMs);
  const call = scope.nextCall();
  const childId = host().childId(scope.identity.seed, scope.identity.runId, call, scope.nowMs);
  scope.ask({
    type: 'child_created',
    call,
    childId,
    workflowId,
    payload,
    ...(detached === true && { detached }),
    ...(Object.keys(facts).length > 0 && { options: facts }),
  });
  scope.children.set(call, childId);
  return new ChildRun(childId, call, waitForOutcome(call));
}

/** The error for awaiting a child that did not complete. */
export function toChildFailure({ call, payload, reason }: ChildFailed): Error {
  const { children } = requireScope();
  const runId = children.get(call)!;
  children.delete(call);
  return payload === undefined
    ? new WorkflowRunCancelledError(runId, reason)
    : new WorkflowRunFailedError(runId, decodeValue(payload));
}
