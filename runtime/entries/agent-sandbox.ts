/** `workflow/internal/agent` inside workflows: hands out what the realm gives each bundle as `__workflow__`. */
import type { WorkflowRuntime } from '../sandbox/workflow-runtime.ts';

declare const __workflow__: WorkflowRuntime;

/** The functions of `workflow/internal/agent`, for workflow code. */
export const { gatherWrites, openStoredList, readStream, readWritten, restartWriting, runBehaviour } = __workflow__;
