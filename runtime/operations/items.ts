/** Answers of a store about its runs, as plain JSON. Times are texts in ISO 8601. `null`: there is none, or not yet. */
import type { Attributes } from '../contract/attributes.ts';
import type { WorkflowGraph } from '../contract/workflow-graph.ts';
import type { EventType, RunStatus } from '../journal/events.ts';
import type { StepStatus } from '../observe/step-history.ts';
import type { WaitStatus } from '../observe/wait-history.ts';
import type { WaitingFor } from '../api/waiting-for.ts';
import type { ErrorItem, JsonValue, ShownValue } from './json-values.ts';
import type { StorePartName } from '../world/store-size.ts';

/** A run, without its journal. */
export interface RunItem {
  runId: string;
  /** `workflow//…` */
  workflowName: string;
  /** The name of the workflow that people know. */
  shortName: string;
  status: RunStatus;
  createdAt: string;
  /** When its first turn was made. */
  startedAt: string | null;
  completedAt: string | null;
  /** The build that it runs on. */
  buildId: string | null;
  /** The `id` that `start()` was given. */
  key: string | null;
  attributes: Attributes;
  parentRunId: string | null;
  isPaused: boolean;
  /** It is due, and nobody has taken it. */
  queued: { for: 'worker' | 'place'; since: string } | null;
  /** Why no worker can continue it. */
  parked: { code: string; message: string } | null;
  /** Why it failed. */
  error: RunErrorItem | null;
  /** Nothing happens in it but that a step fails and is tried again. */
  retrying: { failures: number; nextAt: string; error: ErrorItem | null } | null;
  /** When it will be removed. */
  expiresAt: string | null;
}

/** Why a run failed. */
export interface RunErrorItem extends ErrorItem {
  /** The step that has thrown the error, or a cause of it: `step//…`. `null`: the workflow's own code has. */
  stepName: string | null;
}

/** A run, and what its journal says about its beginning and its end. */
export interface RunDetails extends RunItem {
  /** The stack of its error, with the places in the user's source, and those of the causes. */
  stack: string | null;
  /** Why it was cancelled, if somebody said so. */
  cancelReason: string | null;
  /** The run whose history it began with. */
  forkedFrom: string | null;
  /** With `values`: the array of its arguments. */
  input?: ShownValue;
  /** With `values`, of a completed run: its result. */
  output?: ShownValue;
}

/** One thing that a run waits for, see `Run.waitingFor()`. `null`: it has no such thing. */
export interface WaitingItem {
  kind: WaitingFor['kind'];
  since: string;
  /** When it ends by itself. */
  until: string | null;
  /** Where the workflow made the call, such as `workflows/order.ts:13:22`. */
  at: string | null;
  /** `step//…` */
  stepName: string | null;
  /** Of a step, sleep, hook or child, in the form of a step id. */
  correlationId: string | null;
  attempt: number | null;
  /** Of the last attempt that failed. */
  error: ErrorItem | null;
  /** Of a hook. A secret: who has it can resume the run. */
  token: string | null;
  /** The id of a child run. */
  childRunId: string | null;
  /** Why the run is parked. */
  code: string | null;
  message: string | null;
}

/** A step call. */
export interface StepItem {
  stepId: string;
  /** `step//…` */
  stepName: string;
  /** The name of the step that people know. */
  shortName: string;
  /** The name that the step's `label` gave the call. */
  label: string | null;
  status: StepStatus;
  /** The number of the current, next or last attempt, from 1. */
  attempt: number;
  /** Attempts that ended with their process. */
  interruptions: number;
  createdAt: string;
  /** Since when it waits for a place or a worker. */
  queuedAt: string | null;
  startedAt: string | null;
  completedAt: string | null;
  /** When the next attempt may begin. */
  retryAt: string | null;
  lastError: ErrorItem | null;
  lastHeartbeatAt: string | null;
  /** With `values`: the array of its arguments. */
  input?: ShownValue;
  /** With `values`, of a completed step. */
  result?: ShownValue;
}

/** A sleep. */
export interface WaitItem {
  correlationId: string;
  status: WaitStatus;
  createdAt: string;
  dueAt: string;
  completedAt: string | null;
}

/** A hook that is open. Its token is a secret: who has it can resume the run. */
export interface HookItem {
  runId: string;
  hookId: string;
  token: string;
  createdAt: string;
  isWebhook: boolean;
}

/** A stream of a run. */
export interface StreamItem {
  /** `null`: the stream without a name. */
  namespace: string | null;
  length: number;
  isClosed: boolean;
}

/** A chunk of a stream. */
export interface ChunkItem {
  index: number;
  chunk: ShownValue;
}

/** An event of a journal. */
export interface JournalItem {
  seq: number;
  type: EventType;
  at: string;
  /** The step call, sleep, hook or child that it belongs to; `null`: the run itself. */
  correlationId: string | null;
  stepName: string | null;
  /** The name of the step that people know. */
  shortName: string | null;
  /** Further facts, depending on the type. */
  details: { [name: string]: JsonValue };
  /** Of an event that tells of a failure. */
  error: ErrorItem | null;
  /** With `values`: the value that belongs to it. */
  value?: ShownValue;
}

/** How many runs of a workflow have a status. */
export interface RunCountItem {
  workflowName: string;
  /** The name of the workflow that people know. */
  shortName: string;
  status: RunStatus;
  runs: number;
  /** When the oldest of them was created. */
  oldestAt: string;
}

/** Runs that are parked for the same reason. */
export interface ParkedItem {
  code: string;
  /** The message of one of them. */
  message: string;
  runs: number;
}

/** A worker that the store knows. */
export interface WorkerItem {
  workerId: string;
  /** Until when it counts as alive. */
  leaseUntil: string;
  /** Its lease holds now. */
  isAlive: boolean;
  /** Runs that it owns. */
  runs: number;
  /** Steps of other workers' runs that it has taken. */
  steps: number;
}

/** The state of a store at one moment. */
export interface StoreStats {
  /** `sqlite`, `postgres`, … */
  kind: string;
  at: string;
  counts: RunCountItem[];
  /** The oldest run that has not begun. */
  oldestPendingAt: string | null;
  parked: ParkedItem[];
  workers: WorkerItem[];
  /** Since when a run is due that no worker has taken; `null`: none is. */
  oldestDueAt: string | null;
  /** How long the store took to answer a small question, in milliseconds. */
  answerMs: number;
  /** Bytes of its files, or of its tables; `null`: a store in memory. */
  bytes: number | null;
  /** Bytes that its disk has left; `null`: the store is on another machine, or in memory. */
  freeBytes: number | null;
}

/** A part of a store, with its indexes. */
export interface StorePartItem {
  name: StorePartName;
  bytes: number;
}

/** Something that is wrong in a store. */
export interface ProblemItem {
  /** The kind of problem. */
  code: string;
  runId: string;
  message: string;
}

/** The progress of a bulk action. */
export interface BulkCounts {
  /** Runs that were looked at. */
  matched: number;
  done: number;
  /** Runs to which the action did not apply any more. */
  skipped: number;
  failed: number;
}

/** The result of a bulk action. */
export interface BulkOutcome extends Omit<BulkCounts, 'failed'> {
  failed: { runId: string; error: ErrorItem }[];
}

/** A workflow that the store has runs of, or this process has code of. */
export interface WorkflowItem {
  workflowName: string;
  shortName: string;
  /** Its file, relative to the project root; `null`: this process has no code of it. */
  file: string | null;
  /** A run can be started from here. */
  isBuilt: boolean;
  /** Its possible steps and their order; `null`: this process has no code of it. */
  graph: WorkflowGraph | null;
}

/** Failures that look alike: same name, code, place and text, but for numbers, ids and quoted values in it. */
export interface ErrorGroupItem {
  /** The same for the same kind of failure, in every process and later. */
  fingerprint: string;
  /** The newest of them. */
  error: RunErrorItem;
  workflowName: string;
  shortName: string;
  /** The runs that it has ended. */
  failed: number;
  /** The runs in which a step failed so and will be tried again. */
  retrying: number;
  firstAt: string;
  lastAt: string;
  /** The newest runs of the group, at most five. */
  runIds: string[];
}

/** The runs that came and went in a span of time. */
export interface ActivityItem {
  /** Its beginning. */
  at: string;
  durationMs: number;
  started: number;
  completed: number;
  failed: number;
  cancelled: number;
  /** From creation to end, of the runs that completed in it; `null`: none has. */
  p50Ms: number | null;
  p95Ms: number | null;
}
