/** The result of `getWorkflowMetadata()`, in workflows and in steps. */
export interface WorkflowMetadata {
  /** `workflow//…` */
  workflowName: string;
  workflowRunId: string;
  workflowStartedAt: Date;
  /** Base address of this deployment, without a trailing slash. */
  url: string;
}

/** The result of `getStepMetadata()`, inside a step. */
export interface StepMetadata {
  /** `step//…` */
  stepName: string;
  /** The same for every attempt of this call and unique over all runs: use it as an idempotency key. */
  stepId: string;
  /** When the first attempt of this call began. */
  stepStartedAt: Date;
  /** Counted from 1. */
  attempt: number;
  /**
   * Aborts when nobody waits for this attempt any more. Its `reason` is an error with one of these codes:
   * `run_cancelled`; `run_timed_out`; `step_timed_out`, the attempt took too long; `step_heartbeat_missed`, it was
   * silent for too long; `step_abandoned`, another process has taken the run over. A step that ignores the signal keeps
   * running, but its result is not used.
   */
  signal: AbortSignal;
  /** The last detail that an earlier attempt passed to `heartbeat()`; `undefined` when there is none. */
  heartbeat: unknown;
}
