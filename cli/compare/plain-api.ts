/** `workflow/api` where workflows run as plain code: children are calls. */
import { WorkflowRunFailedError } from '../../runtime/entries/errors.ts';
import { findWorkflow } from './plain-code.ts';

export * from '../../runtime/entries/api.ts';

/** The part of a run that plain code can have. */
interface PlainRun {
  runId: string;
  returnValue: Promise<unknown>;
}

/** Calls the workflow. */
export async function start(workflow: { workflowId?: string }, args: unknown[] = []): Promise<PlainRun> {
  const runId = `wrun_${'1'.repeat(26)}`;
  const call = async (): Promise<unknown> => await findWorkflow(workflow)(...(args as never[]));
  const returnValue = call().catch((error: unknown) => {
    throw new WorkflowRunFailedError(runId, error);
  });
  returnValue.catch(() => {});
  return { runId, returnValue };
}
