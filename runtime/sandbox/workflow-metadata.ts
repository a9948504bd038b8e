import type { WorkflowMetadata } from '../contract/metadata.ts';
import { host, requireScope } from './run-scope.ts';

/** The metadata of the running workflow. */
export function getWorkflowMetadata(): WorkflowMetadata {
  const { identity, startedAtMs } = requireScope();
  return {
    workflowName: identity.workflowId,
    workflowRunId: identity.runId,
    workflowStartedAt: new Date(startedAtMs),
    url: host().baseUrl(),
  };
}
