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
  /**
   * Fires when nobody waits for this attempt any more: the run was cancelled (`run_cancelled`), its time was over
   * (`run_timed_out`), the attempt took too long (`step_timed_out`) or was
   * silent for too long (`step_heartbeat_missed`), or another process has taken the run over (`step_abandoned`). Its
   * `reason` is the error with that code. A step that ignores it goes on running, but what it returns is not used.
   */
  signal: AbortSignal;
  /** The last detail that an attempt before this one gave to `heartbeat()`; `undefined` when there is none. */
  heartbeat: unknown;
}
