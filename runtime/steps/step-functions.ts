/** Functions that steps call: to ask about themselves, give heartbeats, set attributes, and write to streams. */
import type { AttributeValue } from '../contract/attributes.ts';
import type { StepMetadata, WorkflowMetadata } from '../contract/metadata.ts';
import { toStepId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { readAttributeChanges } from '../values/attribute-values.ts';
import { readOptions } from '../values/read-options.ts';
import { toStreamName, writableOptions } from '../values/stream-reference.ts';
import { stepContext, type StepContext } from '../host-values/step-context.ts';

function requireContext(code: 'context_not_in_step' | 'context_not_durable', name: string): StepContext {
  const context = stepContext.getStore();
  if (!context) throw runtimeError(code, { name });
  return context;
}

/** Tells which step call and attempt this is. @throws `context_not_in_step`. */
export function getStepMetadata(): StepMetadata {
  const context = requireContext('context_not_in_step', 'getStepMetadata');
  const { runId, call, stepName, startedAt, attempt, lastHeartbeat } = context;
  return {
    stepName,
    stepId: toStepId(runId, call),
    stepStartedAt: new Date(startedAt),
    attempt,
    signal: context.signal(),
    heartbeat: lastHeartbeat,
  };
}

/**
 * Says that this step is still at work, which `fn.heartbeatTimeout` waits for, and how far it has come.
 * @param detail Any serialisable value. The next attempt gets the latest detail as `getStepMetadata().heartbeat`, also
 * after this process was killed. Details are stored at most once a second, so call it as often as you like. Without
 * one, the last detail stays.
 * @throws `context_not_in_step`, and what the codec throws for a detail that cannot be stored.
 */
export function heartbeat(detail?: unknown): void {
  requireContext('context_not_in_step', 'heartbeat').heartbeat(detail);
}

/**
 * Changes the attributes by which the run is found, see `listRuns`; in workflows and in steps. Those that are not named
 * stay as they are. A moment later lists show the change. It is durable at the latest with what the workflow asks for
 * next, or with the result of the step; an attempt that is made again says it again.
 * @param attributes `undefined` and `null` take an attribute away. A workflow may use 32 names; a step may add others
 * while the run has fewer than 32.
 * @throws `option_invalid`; `context_not_durable` outside of both, where `getRun(runId).setAttributes()` does it.
 */
export function setAttributes(attributes: Record<string, AttributeValue | null | undefined>): void {
  const context = requireContext('context_not_durable', 'setAttributes');
  const changes = readAttributeChanges('setAttributes', attributes);
  if (Object.keys(changes).length > 0) context.setAttributes(changes);
}

/** Tells which run this is; in workflows and in steps. @throws `context_not_durable`. */
export function getWorkflowMetadata(): WorkflowMetadata {
  const context = requireContext('context_not_durable', 'getWorkflowMetadata');
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
 * Chunks of another attempt of the step take the place of this one's; a chunk that a workflow writes is there once,
 * however often the workflow is replayed.
 * @param options.namespace Names one of several streams of the run.
 * @throws `context_not_durable`.
 */
export function getWritable<W = unknown>(options: { namespace?: string } = {}): WritableStream<W> {
  const context = requireContext('context_not_durable', 'getWritable');
  return context.streams.open(toStreamName(readOptions('getWritable', options, writableOptions).namespace));
}
