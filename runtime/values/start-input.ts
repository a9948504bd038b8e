/** The workflow that `start()` is given, and its arguments. */
import { nameOf, type WorkflowId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { describeValue } from './describe-value.ts';

/** The id that a compiled workflow function or `{ workflowId }` carries; `undefined`: it is neither. */
export function workflowIdOf(workflow: unknown): WorkflowId | undefined {
  const workflowId = (workflow as { workflowId?: unknown } | null | undefined)?.workflowId;
  return typeof workflowId === 'string' && workflowId !== '' ? (workflowId as WorkflowId) : undefined;
}

/**
 * The id of the workflow to start. @throws `start_not_a_workflow`, `start_arguments_not_array`.
 * @param findLine Finds what an application writes to have its files compiled, for the message.
 */
export function readStartInput(workflow: unknown, args: unknown, findLine?: () => string | undefined): WorkflowId {
  const workflowId = workflowIdOf(workflow);
  if (workflowId === undefined) {
    throw runtimeError('start_not_a_workflow', { ...describeOther(workflow), line: findLine?.() });
  }
  if (!Array.isArray(args)) throw runtimeError('start_arguments_not_array', { found: describeValue(args) });
  return workflowId;
}

function describeOther(value: unknown): { found: string; isStep?: boolean } {
  const stepName = typeof value === 'function' ? (value as { stepId?: unknown }).stepId : undefined;
  if (typeof stepName !== 'string') return { found: describeValue(value) };
  return { found: `the step "${nameOf(stepName)}"`, isStep: true };
}
