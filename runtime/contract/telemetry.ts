/**
 * The engine tells this to whoever traces and measures it. Nothing here knows OpenTelemetry, and nobody who is told may
 * throw or hold up the work.
 */
import type { RunId, WorkflowId } from './ids.ts';
import type { Log } from './log.ts';

/** A place in a trace, in the words of W3C Trace Context. It is part of the stored format. */
export interface TraceContext {
  /** The version, the trace, the span in it, and whether it is sampled. */
  traceparent: string;
  /** Facts that vendors keep beside it. */
  tracestate?: string;
}

/** A run that is worked on. */
export interface TracedRun {
  readonly runId: RunId;
  readonly workflowId: WorkflowId | null;
  /** Where the run was started; `null`: nobody traced it. */
  readonly trace: TraceContext | null;
  /** The `traceparent` of the last stretch of work on it; `null`: there was none, or nobody traced it. */
  readonly lastSpan: string | null;
}

/** A child that a run starts. */
export interface StartedChild {
  runId: RunId;
  workflowId: WorkflowId;
  parentId: RunId;
}

/** An attempt of a step call. */
export interface TracedAttempt extends Omit<TracedRun, 'lastSpan'> {
  /** `step//…` */
  readonly name: string;
  readonly call: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** How an attempt ended. `payload`: the encoded error. */
export type AttemptEnd =
  | { kind: 'completed' }
  | { kind: 'failed'; payload: string }
  | { kind: 'retry'; payload: string }
  /** The function was not called: its code does not fit. */
  | { kind: 'unfit' };

/** A commit that is durable. */
export interface MeasuredCommit {
  events: readonly object[];
  tookMs: number;
}

/** The end of a run. */
export interface MeasuredEnd {
  runId: RunId;
  workflowId: WorkflowId | null;
  status: 'completed' | 'failed' | 'cancelled';
  /** Since it was created, with all its waits. */
  tookMs: number;
  /** The encoded error of a run that failed. */
  payload: string | null;
}

/** Numbers that are read from time to time. */
export interface Gauges {
  /** Runs whose code is in memory, those that wait included. */
  liveRuns(): number;
  /** Runs that are being worked on. */
  busyRuns(): number;
  /** Attempts that run. */
  runningSteps(): number;
  /** Attempts that wait for a place. */
  waitingSteps(): number;
  /** Since when the first of them waits, in milliseconds since the epoch; `null`: none does. */
  oldestStepAt(): number | null;
  /** When the first run of the store that no worker has was due, in milliseconds since the epoch; `null`: none is. */
  nextDueAt(): Promise<number | null>;
  now(): number;
}

/** Is told of all work of one connection. */
export interface Telemetry {
  /** Does what creates a run. `create` gets the place in the trace that the run keeps; `null`: nobody traces. */
  startRun(
    workflowId: WorkflowId,
    create: (trace: TraceContext | null) => Promise<{ runId: RunId; isNew: boolean }>,
  ): Promise<RunId>;
  /** Gives the place in the trace that a child keeps; `null`: nobody traces. */
  startChild(child: StartedChild): TraceContext | null;
  /** Does what hands a payload to a hook. `deliver` gets the place in the trace from which it comes. */
  deliverToHook<Outcome extends { ok: boolean; runId?: RunId }>(
    deliver: (trace: TraceContext | null) => Promise<Outcome>,
  ): Promise<Outcome>;
  /** A message from this place in a trace has come to the run. */
  messageFrom(runId: RunId, trace: TraceContext): void;
  /** The run is worked on from now on, if it was not before. */
  runBusy(run: TracedRun): void;
  /**
   * Gives the `traceparent` of the stretch of work that is under way, once: it goes into the journal, for the next
   * stretch, which may be in another process. `null`: it was given before, or nobody traces the run.
   */
  takeSpan(runId: RunId): string | null;
  /** Nothing of the run is under way any more. */
  runRests(runId: RunId): void;
  runEnded(end: MeasuredEnd): void;
  runParked(run: { workflowId: WorkflowId | null }): void;
  /**
   * Makes an attempt, so that what the function does belongs to its place in the trace.
   * @param since When it asked for a place, in milliseconds since the epoch.
   */
  attempt<Outcome extends AttemptEnd>(
    attempt: TracedAttempt,
    since: number,
    make: () => Promise<Outcome>,
  ): Promise<Outcome>;
  /** The function of the attempt that runs is called with these. */
  called(stepName: string, args: readonly unknown[]): void;
  /** A journal was replayed. */
  replayed(run: { workflowId: WorkflowId | null; tookMs: number }): void;
  committed(commit: MeasuredCommit): void;
  /** The same log, whose messages also say to which trace they belong. */
  watchLog(log: Log): Log;
  /** Reads these from now on; returns how to stop. */
  observe(gauges: Gauges): () => void;
}
