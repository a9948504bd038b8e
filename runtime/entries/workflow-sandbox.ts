/** `workflow` inside workflows: hands out what the realm gives each bundle as `__workflow__`. */
import type { WorkflowRuntime } from '../sandbox/workflow-runtime.ts';

declare const __workflow__: WorkflowRuntime;

/** The functions of `workflow`, for workflow code. */
export const {
  continueAs,
  createHook,
  createWebhook,
  defineHook,
  fetch,
  FatalError,
  getStepMetadata,
  getWorkflowMetadata,
  getWritable,
  heartbeat,
  HookConflictError,
  patched,
  RetryableError,
  setAttributes,
  sleep,
  WORKFLOW_DESERIALIZE,
  WORKFLOW_SERIALIZE,
} = __workflow__;
