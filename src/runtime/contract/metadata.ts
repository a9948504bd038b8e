/** What `getWorkflowMetadata()` tells, in workflows and in steps. */
export interface WorkflowMetadata {
  /** `workflow//…` */
  workflowName: string;
  workflowRunId: string;
  workflowStartedAt: Date;
  /** Base address of this deployment, without a trailing slash. */
  url: string;
}

/** What `getStepMetadata()` tells inside a step. */
export interface StepMetadata {
  /** `step//…` */
  stepName: string;
  /** The same for every attempt of this call and unique over all runs: use it as an idempotency key. */
  stepId: string;
  /** When this attempt began. */
  stepStartedAt: Date;
  /** Counted from 1. */
  attempt: number;
  /** Fires when the run is cancelled. */
  signal: AbortSignal;
}
