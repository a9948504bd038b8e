/** Reports of what becomes of runs and attempts in this process, for whoever watches it. */
import type { RunId, WorkflowId } from './ids.ts';

/** The run that something happened to. */
export interface ReportedRun {
  runId: RunId;
  workflowId: WorkflowId | null;
}

/** An attempt of a step that failed. */
export interface FailedAttemptReport extends ReportedRun {
  stepName: string;
  /** See `getStepMetadata().stepId`. */
  stepId: string;
  /** Which failure of the call it is, from 1; attempts that ended with their process do not count. */
  failure: number;
  /** So many end the call; `null`: no number does. */
  failuresMax: number | null;
  /** When it is tried again, in milliseconds since the epoch; `null`: never. */
  retryAt: number | null;
  /** Why the `retryAfter` of the error does not count; `null`: it does, or there is none. */
  retryAfterProblem: string | null;
  /** The encoded error. */
  payload: string;
}

/** A step that has given no name to its call, and goes on without. `payload`: the encoded error. */
export interface FailedLabelReport extends ReportedRun {
  stepName: string;
  payload: string;
}

/** The end of a run. `payload`: the encoded error. */
export type RunEndReport = ReportedRun &
  (
    | { kind: 'completed' }
    | { kind: 'failed'; payload: string; stepName: string | null }
    | { kind: 'cancelled'; reason: string | null }
  );

/** Takes reports. Nothing that it does may throw. */
export interface Reports {
  stepFailed(attempt: FailedAttemptReport): void;
  labelFailed(label: FailedLabelReport): void;
  runEnded(end: RunEndReport): void;
  /** A run was put aside: no code here can go on with it. `error` says why. */
  runParked(run: ReportedRun, error: unknown): void;
}
