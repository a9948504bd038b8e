/**
 * The journal: immutable records of what happened in one run, in order, dense from seq 1.
 *
 * Three kinds of event, and replay treats each differently:
 * - *commands*: what workflow code asked for (`*_created`, `hook_disposed`, the end of the run). Replay checks them.
 * - *outcomes*: what the outside answered. Replay delivers them, in journal order, one at a time.
 * - *notes*: progress that is only for eyes. Replay skips them.
 */
import type { Attributes } from '../contract/attributes.ts';
import type { BuildId, RunId, WorkflowId } from '../contract/ids.ts';
import type { Backoff } from '../contract/step-options.ts';

/** A user value as text, made by the codec. */
export type Payload = string;

interface Recorded {
  /** Position in the journal, dense from 1. */
  seq: number;
  /** When it happened, in milliseconds since the epoch. Workflow code sees this as its clock. */
  at: number;
}

/** Position of a step call, wait, hook or child in the order in which a run asked for them, from 0. */
interface OfCall {
  call: number;
}

/** Options of a step as a call carries them from the workflow; they override those of the registered function. */
export interface StepCallOptions {
  /** Retries after the first attempt; JSON has no Infinity. */
  maxRetries?: number | 'unlimited';
  backoff?: Backoff;
  minDelayMs?: number;
  maxDelayMs?: number;
  /** From 0 to 1: the part of a delay that is left to chance. */
  jitter?: number;
  /** The workflow saw a `shouldRetry`, which only the registered function can have. */
  hasShouldRetry?: true;
  timeoutMs?: number;
  heartbeatTimeoutMs?: number;
  /** Attempts of the step that run at the same time in one process. */
  concurrency?: number;
}

/** How a webhook answers its caller: at once with 202, with a given response, or when the run says so. */
export type WebhookReply = { mode: 'accepted' } | { mode: 'static'; response: Payload } | { mode: 'manual' };

export type RunCreated = Recorded & {
  type: 'run_created';
  workflowId: WorkflowId;
  /** 32 random bytes in hex: source of the run's randomness and of its hook tokens. A secret. */
  seed: string;
  /** The encoded array of arguments. */
  payload: Payload;
  /** The caller's own name for the run: at most one run holds it. */
  key?: string;
  /** The first turn is not made before this time. */
  startAt?: number;
  /** Counted from `run_started`: then the run is ended as failed. */
  timeoutMs?: number;
  /** How long the run is kept after its end; absent: for ever. */
  retentionMs?: number;
  attributes?: Attributes;
  /** The run that started this one, and its call. */
  parent?: { runId: RunId; call: number };
  /** The events after this one, up to seq `seq`, are copies of the journal of another run. */
  forkedFrom?: { runId: RunId; seq: number };
  /** Version of behaviour that the journal is written under, see `behaviours.ts`; absent: 1. */
  behaviour?: number;
};
export type RunStarted = Recorded & { type: 'run_started'; buildId: BuildId };
/** Everything that the code waits for is rejected, so that it can clean up. `cause`: absent when somebody asked for it. */
export type RunCancelRequested = Recorded & { type: 'run_cancel_requested'; reason?: string; cause?: 'timeout' };
/** From now on no step begins and no sleep ends; steps that run may finish. */
export type RunPaused = Recorded & { type: 'run_paused' };
export type RunResumed = Recorded & { type: 'run_resumed' };
/** The run goes on with another build, with which its journal was replayed before. */
export type RunMoved = Recorded & { type: 'run_moved'; buildId: BuildId };
/** The code begins anew with other arguments: replay starts here. Id, hooks and streams of the run stay. */
export type RunContinued = Recorded & {
  type: 'run_continued';
  /** The encoded array of arguments. */
  payload: Payload;
  /** Calls go on with this number, so that no step id comes twice. */
  firstCall: number;
  /** Hooks that stay open, with the payloads that nobody has taken. The code gets them back by their token. */
  hooks: CarriedHook[];
  buildId: BuildId;
  /** When the run started, that is its first part. */
  startedAt: number;
  /** Since when it is paused. */
  pausedAt?: number;
  /** Version of behaviour that counts from here on; absent: 1. */
  behaviour?: number;
};
export interface CarriedHook {
  call: number;
  token: string;
  payloads: Payload[];
}
/** An abort signal of the workflow that others have a copy of was aborted. `payload`: the encoded reason. */
export type SignalAborted = Recorded & { type: 'signal_aborted'; signal: number; payload: Payload };
/** The code wrote to a stream, which holds what it wrote: that was appended by the commit that brought this event. */
export type StreamWritten = Recorded & {
  type: 'stream_written';
  stream: string;
  /** The run that the stream belongs to; absent: this one. */
  streamRunId?: RunId;
  /** How many. */
  chunks: number;
  /** Of the chunks, so that replay notices when the code writes others. */
  digest: string;
};
/** The code closed a stream: nothing more comes in it, from nobody. */
export type StreamClosed = Recorded & { type: 'stream_closed'; stream: string; streamRunId?: RunId };
/** The code asked whether it has the change `id`, and it has: see `patched()`. */
export type Patched = Recorded & { type: 'patched'; id: string };
export type RunCompleted = Recorded & { type: 'run_completed'; payload: Payload };
/** `payload` is the encoded error. */
export type RunFailed = Recorded & { type: 'run_failed'; payload: Payload };
export type RunCancelled = Recorded & { type: 'run_cancelled'; reason?: string };

export type StepCreated = Recorded &
  OfCall & {
    type: 'step_created';
    /** `step//…` */
    name: string;
    /** Encoded `{ args, captured?, this? }`. */
    payload: Payload;
    options?: StepCallOptions;
  };
/** Written when an attempt takes longer than a moment; a quick step leaves only its outcome. */
export type StepStarted = Recorded & OfCall & { type: 'step_started'; attempt: number };
/** `payload` is the encoded error of the failed attempt, absent when the attempt was cut off by the end of its process. */
export type StepRetrying = Recorded &
  OfCall & { type: 'step_retrying'; attempt: number; retryAt: number; payload?: Payload };
/** A long attempt says how far it is. `payload`: the encoded detail. */
export type StepHeartbeat = Recorded & OfCall & { type: 'step_heartbeat'; attempt: number; payload: Payload };
export type StepCompleted = Recorded &
  OfCall & { type: 'step_completed'; attempt: number; startedAt: number; payload: Payload };
export type StepFailed = Recorded &
  OfCall & { type: 'step_failed'; attempt: number; startedAt: number; payload: Payload };

export type WaitCreated = Recorded & OfCall & { type: 'wait_created'; dueAt: number };
export type WaitCompleted = Recorded & OfCall & { type: 'wait_completed' };

export type HookCreated = Recorded &
  OfCall & {
    type: 'hook_created';
    token: string;
    /** It takes one payload: what accepts that frees the token. */
    once?: true;
    /** Present for webhooks. */
    webhook?: WebhookReply;
    /** Encoded metadata. */
    payload?: Payload;
  };
export type HookReceived = Recorded & OfCall & { type: 'hook_received'; payload: Payload };
export type HookConflict = Recorded & OfCall & { type: 'hook_conflict'; token: string; heldBy: string };
export type HookDisposed = Recorded & OfCall & { type: 'hook_disposed' };

/** A run that the workflow started: it is created in the same commit. */
export type ChildCreated = Recorded &
  OfCall & {
    type: 'child_created';
    childId: RunId;
    workflowId: WorkflowId;
    /** The encoded array of arguments. */
    payload: Payload;
    /** Goes on when this run is cancelled. */
    detached?: true;
    options?: ChildOptions;
  };
/** What a child's `run_created` gets besides, with the same meaning. */
export type ChildOptions = Pick<RunCreated, 'startAt' | 'timeoutMs' | 'retentionMs' | 'attributes'>;
export type ChildCancelRequested = Recorded & OfCall & { type: 'child_cancel_requested'; reason?: string };
export type ChildCompleted = Recorded & OfCall & { type: 'child_completed'; payload: Payload };
/** `payload` is the encoded error; absent when the child was cancelled. */
export type ChildFailed = Recorded & OfCall & { type: 'child_failed'; payload?: Payload; reason?: string };

export type CommandEvent =
  | StepCreated
  | WaitCreated
  | HookCreated
  | HookDisposed
  | ChildCreated
  | ChildCancelRequested
  | Patched
  | SignalAborted
  | StreamWritten
  | StreamClosed
  | RunContinued
  | RunCompleted
  | RunFailed
  | RunCancelled;

export type OutcomeEvent =
  | RunStarted
  | RunCancelRequested
  | StepCompleted
  | StepFailed
  | WaitCompleted
  | HookReceived
  | HookConflict
  | ChildCompleted
  | ChildFailed;

export type NoteEvent = RunCreated | RunPaused | RunResumed | RunMoved | StepStarted | StepRetrying | StepHeartbeat;

export type JournalEvent = CommandEvent | OutcomeEvent | NoteEvent;
export type EventType = JournalEvent['type'];

/** An event before it has its time and its place in the journal. */
export type Unplaced<Event extends JournalEvent = JournalEvent> = Event extends JournalEvent
  ? Omit<Event, 'seq' | 'at'>
  : never;

export type RunStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

const TERMINAL_STATUSES: ReadonlySet<RunStatus> = new Set(['completed', 'failed', 'cancelled']);
export const isTerminal = (status: RunStatus): boolean => TERMINAL_STATUSES.has(status);
