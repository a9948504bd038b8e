/**
 * The questions and requests of operators to a store: one interface of plain JSON verbs. Each takes one object that
 * JSON can say and answers with one, so that it can be served over HTTP as it is.
 */
import type { Attributes } from '../contract/attributes.ts';
import type { RunStatus } from '../journal/events.ts';
import type { StepStatus } from '../observe/step-history.ts';
import type {
  ActivityItem,
  BulkCounts,
  BulkOutcome,
  ChunkItem,
  ErrorGroupItem,
  HookItem,
  JournalItem,
  ProblemItem,
  RunDetails,
  RunItem,
  StepItem,
  StorePartItem,
  StoreStats,
  StreamItem,
  WaitItem,
  WaitingItem,
  WorkerItem,
  WorkflowItem,
} from './items.ts';
import type { JsonValue } from './json-values.ts';

/** One page of a list. */
export interface PageQuery {
  /** Entries of the page, at most 1,000. Default 50. */
  limit?: number;
  /** The cursor of the page before. Default: the first page. */
  cursor?: string;
}

/** Conditions on runs, which all must hold. */
export interface RunConditionsQuery {
  /** The run has one of these. */
  status?: RunStatus[];
  /** The id of a workflow, or its short name if only one workflow of the store has it. */
  workflow?: string;
  /** The run was created at this time or later: ISO 8601 … */
  since?: string;
  /** … and before this one. */
  until?: string;
  attributes?: Attributes;
  /** The `id` that `start()` was given. */
  key?: string;
  /** The id of the run that started it. */
  parent?: string;
  parked?: boolean;
  paused?: boolean;
  /** Nothing happens in the run but that a step fails and is tried again. */
  retrying?: boolean;
}

/** Which runs to look at for {@link Operations.errorGroups}. */
export interface ErrorQuery extends RunConditionsQuery {
  /** At most so many runs that failed, and as many that retry. Default 1,000. */
  limit?: number;
}

/** Failures by their kind. */
export interface ErrorGroups {
  groups: ErrorGroupItem[];
  /** The runs in them. */
  runs: number;
  /** No run was left out. */
  isComplete: boolean;
}

/** A run, by its id. */
export interface RunRequest {
  runId: string;
}

/** A run, and whether its values are wanted. */
export interface ValuesRequest extends RunRequest {
  /** Also decode values. Default false. */
  values?: boolean;
}

/** Which events of a run to read. */
export interface JournalRequest extends ValuesRequest {
  /** Only events with a greater `seq`. Default 0. */
  after?: number;
}

/** Events of a run. */
export interface JournalAnswer {
  entries: JournalItem[];
  /** The run has ended: nothing follows. */
  hasEnded: boolean;
}

/** A run to start. */
export interface StartRequest {
  /** The id of the workflow, or its short name, as of {@link RunConditionsQuery.workflow}. */
  workflow: string;
  /** Its arguments. Default: none. */
  args?: JsonValue[];
  /** The caller's own name for the run. A run that has it is answered instead of a new one. */
  key?: string;
  /** How long the first turn waits: such as `10m`, or milliseconds. */
  delay?: string | number;
  attributes?: Attributes;
}

/** A started run. */
export interface StartAnswer extends RunRequest {
  /** `workflow//…` */
  workflowName: string;
  /** A worker of the store lives. `false`: the run waits until one comes. */
  hasWorker: boolean;
}

/** How to copy a run. */
export interface ForkRequest extends RunRequest {
  /** Id of a step call: it and all after it is done again. Default: the whole history is kept. */
  fromStep?: string;
  /** Other arguments. */
  input?: JsonValue[];
  /** Results by step id, in place of those of these steps. */
  results?: { [stepId: string]: JsonValue };
  /** The code of the new run. Default `'same'`. */
  build?: 'same' | 'newest';
}

/** A payload for a hook. */
export interface HookRequest {
  token: string;
  payload?: JsonValue;
  /** The sender's name for the payload: a payload of the same id is delivered once. */
  id?: string;
}

/** Which chunks of a stream to read. */
export interface StreamRequest extends RunRequest {
  /** Default: the stream without a name. */
  namespace?: string;
  /** Index of the first chunk. A negative number counts from the present end. Default 0. */
  from?: number;
  /** At most so many. Default 100, at most 1,000. */
  limit?: number;
}

/** Chunks of a stream. */
export interface StreamAnswer {
  /** Indexes have gaps where a failed attempt had written. */
  chunks: ChunkItem[];
  /** Where the next page begins. */
  nextFrom: number;
  /** More chunks are there now. */
  hasMore: boolean;
  /** No more chunks will come. */
  isClosed: boolean;
}

/** Which ended runs to remove. */
export interface PurgeRequest {
  /** Runs that ended before this time: ISO 8601. */
  before: string;
  /** Default: all. */
  status?: ('completed' | 'failed' | 'cancelled')[];
}

/** An action on many runs, see `bulk()` of `workflow/api`. */
export type BulkActionName = 'cancel' | 'pause' | 'resume' | 'wake' | 'retry' | 'delete';

/** Runs, and what to do with them. */
export interface BulkRequest {
  action: BulkActionName;
  /**
   * Without a status: all that the action is for. `retry` is for runs that failed, `delete` for those that ended,
   * `resume` for paused ones, `pause` for those that are not, and the others for runs that have not ended.
   */
  conditions: RunConditionsQuery;
  /** Only for `cancel`. */
  reason?: string;
}

/**
 * The operations. Each rejects with an error of the catalogues of the runtime: `run_id_invalid`,
 * `WorkflowRunNotFoundError`, `option_invalid`, `query_workflow_unknown`, `query_workflow_ambiguous`, errors of the
 * store.
 */
export interface Operations {
  /** Those that the store has runs of, and those that this process has code of; by name. */
  listWorkflows(): Promise<{ workflows: WorkflowItem[] }>;
  /** Shows what fails now: one cause or many. Newest first. */
  errorGroups(query: ErrorQuery): Promise<ErrorGroups>;
  /** Counts what came and went in the last minutes, oldest first. */
  activity(request: { minutes: number }): Promise<{ buckets: ActivityItem[] }>;
  /** Newest first. */
  listRuns(query: RunConditionsQuery & PageQuery): Promise<{ runs: RunItem[]; cursor: string | null }>;
  readRun(request: ValuesRequest): Promise<RunDetails>;
  /** In the order of the calls. */
  listSteps(
    request: ValuesRequest & PageQuery & { status?: StepStatus[] },
  ): Promise<{ steps: StepItem[]; cursor: string | null }>;
  /** In the order of the calls. */
  listWaits(request: RunRequest & PageQuery): Promise<{ waits: WaitItem[]; cursor: string | null }>;
  /** Tells why a run does not go on, and where in the user's source it waits. Empty: it works, or has ended. */
  waitingFor(request: RunRequest): Promise<{ waits: WaitingItem[] }>;
  /** Open hooks, those of the newest runs first. */
  listHooks(query: PageQuery & { runId?: string }): Promise<{ hooks: HookItem[]; cursor: string | null }>;
  listStreams(request: RunRequest): Promise<{ streams: StreamItem[] }>;
  readStream(request: StreamRequest): Promise<StreamAnswer>;
  /** In order. */
  journal(request: JournalRequest): Promise<JournalAnswer>;

  /** The run is durable when it resolves. No code of it is executed here. */
  start(request: StartRequest): Promise<StartAnswer>;
  /** @throws `EntityConflictError` when the run has ended; so do the next three. */
  cancel(request: RunRequest & { reason?: string }): Promise<RunRequest>;
  pause(request: RunRequest): Promise<RunRequest>;
  resume(request: RunRequest): Promise<RunRequest>;
  /** Ends its sleeps, all or those with these ids, or its delay. `stopped`: how many sleeps. */
  wake(request: RunRequest & { correlationIds?: string[] }): Promise<RunRequest & { stopped: number }>;
  /** Answers with the new run. Its history is replayed here, without any step. */
  retry(request: RunRequest): Promise<RunRequest>;
  /** As {@link retry}. */
  fork(request: ForkRequest): Promise<RunRequest>;
  /** Answers with the run that got the payload. @throws `HookNotFoundError`. */
  resumeHook(request: HookRequest): Promise<RunRequest>;
  /** Removes a run that has ended. @throws `EntityConflictError`. */
  deleteRun(request: RunRequest): Promise<RunRequest>;
  purge(request: PurgeRequest): Promise<{ runs: number }>;

  /** The runs on which {@link bulk} would act now: how many, and the newest of them. */
  previewBulk(request: BulkRequest & { limit?: number }): Promise<{ matched: number; runs: RunItem[] }>;
  /** A failure of one run does not stop the others. @param onProgress Called after each run. */
  bulk(request: BulkRequest, onProgress?: (counts: BulkCounts) => void): Promise<BulkOutcome>;

  stats(): Promise<StoreStats>;
  /** Lists what takes the room, the largest part first. It reads the whole store, about 400 MB in a second. */
  storeParts(): Promise<{ parts: StorePartItem[] }>;
  workers(): Promise<{ workers: WorkerItem[] }>;
  /** Looks at the whole store, and changes nothing. */
  checkStore(): Promise<{ problems: ProblemItem[] }>;
}
