/** What a step can ask about itself. */
import type { StepMetadata, WorkflowMetadata } from '../contract/metadata.ts';
import { toStepId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { toStreamName } from '../values/stream-reference.ts';
import { stepContext } from './step-context.ts';

/** Tells which step call and attempt this is. @throws `context_not_in_step`. */
export function getStepMetadata(): StepMetadata {
  const context = stepContext.getStore();
  if (!context) throw runtimeError('context_not_in_step', { name: 'getStepMetadata' });
  const { runId, call, stepName, startedAt, attempt, signal } = context;
  return { stepName, stepId: toStepId(runId, call), stepStartedAt: new Date(startedAt), attempt, signal };
}

/** Tells which run this is; in workflows and in steps. @throws `context_not_durable`. */
export function getWorkflowMetadata(): WorkflowMetadata {
  const context = stepContext.getStore();
  if (!context) throw runtimeError('context_not_durable', { name: 'getWorkflowMetadata' });
  const { runId, workflowId, workflowStartedAt, baseUrl } = context;
  return {
    workflowName: workflowId,
    workflowRunId: runId,
    workflowStartedAt: new Date(workflowStartedAt),
    url: baseUrl,
  };
}

/**
 * A stream that the run publishes; read it with `getRun(runId).getReadable()`. Chunks are serialisable values or bytes.
 * In a step it is writable; in a workflow it is a handle to pass to steps.
 * @param options.namespace Names one of several streams of the run.
 * @throws `context_not_durable`.
 */
export function getWritable<W = unknown>(options: { namespace?: string } = {}): WritableStream<W> {
  const context = stepContext.getStore();
  if (!context) throw runtimeError('context_not_durable', { name: 'getWritable' });
  return context.streams.open(toStreamName(options.namespace));
}
