/**
 * The journal: immutable records of what happened in one run, in order, dense from seq 1.
 *
 * Three kinds of event, and replay treats each differently:
 * - *commands*: what workflow code asked for (`*_created`, `hook_disposed`, the end of the run). Replay checks them.
 * - *outcomes*: what the outside answered. Replay delivers them, in journal order, one at a time.
 * - *notes*: progress that is only for eyes. Replay skips them.
 */
import type { AttributeChanges, Attributes } from '../contract/attributes.ts';
import type { BuildId, RunId, WorkflowId } from '../contract/ids.ts';
import type { Backoff } from '../contract/step-options.ts';
import type { TraceContext } from '../contract/telemetry.ts';

/** A user value as text, made by the codec. */
export type Payload = string;

interface Recorded {
  /** Position in the journal, dense from 1. */
  seq: number;
  /** When it happened, in milliseconds since the epoch. Workflow code sees this as its clock. */
  at: number;
  /** The `traceparent` of the stretch of work that it begins, see `runtime/telemetry`; absent: it begins none. */
  span?: string;
}

/** Position of a step call, wait, hook or child in the order in which a run asked for them, from 0. */
interface OfCall {
  call: number;
}

/** An event of an attempt. `label`: the encoded name of the call, in the first event that the attempt leaves. */
export interface Labelled {
  label?: Payload;
}
/** That field, where there is a label. */
export const withLabel = (label: Payload | undefined): Labelled => (label === undefined ? {} : { label });

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
  /** The workflow saw a `label`, which only the registered function can have. */
  hasLabel?: true;
  timeoutMs?: number;
  heartbeatTimeoutMs?: number;
  /** Attempts of the step that run at the same time in one process. */
  concurrency?: number;
  /** The kind of worker that executes it. */
  worker?: string;
}

/** How a webhook answers its caller: at once with 202, with a given response, or when the run says so. */
export type WebhookReply = ({ mode: 'accepted' } | { mode: 'static'; response: Payload } | { mode: 'manual' }) & {
  /** Headers, in lower case, that are stored as they come, although they may hold credentials. Default: none. */
  keepHeaders?: string[];
};

/** The first event of every journal: it holds all that a run is created with. */
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
  /** The build that the run begins with; absent: that of the process which makes the first turn. */
  buildId?: BuildId;
  /** The build whose code has made the arguments; absent: nobody knows, or the run began at once. */
  callerBuildId?: BuildId;
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
  /** Where it was started, for whoever traces it; absent: nobody did then. */
  trace?: TraceContext;
} & Actor;
/** Who asked for it. `by`: the name of a token, of a user of the dashboard or of somebody at a terminal. */
export interface Actor {
  by?: string;
}

/** The first turn begins, with this build. */
export type RunStarted = Recorded & { type: 'run_started'; buildId: BuildId };
/**
 * All that the code waits for is rejected, so that it can clean up. `cause`: absent when somebody asked for the end.
 */
export type RunCancelRequested = Recorded &
  Actor & { type: 'run_cancel_requested'; reason?: string; cause?: 'timeout' };
/** From now on no step begins and no sleep ends; steps that run may finish. */
export type RunPaused = Recorded & Actor & { type: 'run_paused' };
/** Held steps begin now, and sleeps that are over end. */
export type RunResumed = Recorded & Actor & { type: 'run_resumed' };
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
  /** Those that it has at that time; absent: it has none, or an earlier version has written this. */
  attributes?: Attributes;
  /** Version of behaviour that counts from here on; absent: 1. */
  behaviour?: number;
};
/** A hook that stays open when its run begins anew, with the payloads that nobody has taken. */
export interface CarriedHook {
  call: number;
  token: string;
  payloads: Payload[];
}
/** An abort signal of the workflow that others have a copy of was aborted. `payload`: the encoded reason. */
export type SignalAborted = Recorded & { type: 'signal_aborted'; signal: number; payload: Payload };
/** A signal that the run was given from outside was aborted there. `payload`: the encoded reason. */
export type SignalReceived = Recorded & { type: 'signal_received'; name: string; payload: Payload };
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
/** The code closed a stream: it takes no more chunks, whoever writes. */
export type StreamClosed = Recorded & { type: 'stream_closed'; stream: string; streamRunId?: RunId };
/** The code changed the attributes of the run. */
export type AttributesSet = Recorded & { type: 'attributes_set'; attributes: AttributeChanges };
/** Somebody besides the code changed the attributes of the run: one of its steps, or a caller outside. */
export type AttributesChanged = Recorded & { type: 'attributes_changed'; attributes: AttributeChanges };
/** The code asked whether it has the change `id`, and it has: see `patched()`. */
export type Patched = Recorded & { type: 'patched'; id: string };
/** The workflow returned; `payload` is the encoded result. */
export type RunCompleted = Recorded & { type: 'run_completed'; payload: Payload };
/**
 * The workflow threw, or its time was over; `payload` is the encoded error. `step`: the step whose error it is, itself
 * or as a cause.
 */
export type RunFailed = Recorded & { type: 'run_failed'; payload: Payload; step?: FailedStep };
/** A step call that failed: its number, and the id of its function. */
export interface FailedStep {
  call: number;
  name: string;
}
/** The run was told to end and has done so. */
export type RunCancelled = Recorded & { type: 'run_cancelled'; reason?: string };

/** The code called a step. */
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
export type StepStarted = Recorded & OfCall & Labelled & { type: 'step_started'; attempt: number };
/**
 * Another attempt follows. `payload`: the encoded error of the last one; absent when its worker was lost, so that it
 * may have been cut off. Then its result may still come, before the next attempt has begun. `startedAt`: when the first
 * attempt began, after which this event comes.
 */
export type StepRetrying = Recorded &
  OfCall &
  Labelled & { type: 'step_retrying'; attempt: number; retryAt: number; startedAt?: number; payload?: Payload };
/** A long attempt says how far it is. `payload`: the encoded detail. */
export type StepHeartbeat = Recorded & OfCall & { type: 'step_heartbeat'; attempt: number; payload: Payload };
/** An attempt gave the result of the call; `payload` is that, encoded. */
export type StepCompleted = Recorded &
  OfCall &
  Labelled & { type: 'step_completed'; attempt: number; startedAt: number; payload: Payload };
/** The call failed for good; `payload` is the encoded error of the last attempt. */
export type StepFailed = Recorded &
  OfCall &
  Labelled & { type: 'step_failed'; attempt: number; startedAt: number; payload: Payload };

/** The code began a sleep that ends at `dueAt`, in milliseconds since the epoch. */
export type WaitCreated = Recorded & OfCall & { type: 'wait_created'; dueAt: number };
/** The sleep is over. */
export type WaitCompleted = Recorded & OfCall & Actor & { type: 'wait_completed' };

/** The code opened a hook or a webhook: from now on its token takes payloads. */
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
/** A payload for the hook, in the order of acceptance. */
export type HookReceived = Recorded & OfCall & Actor & { type: 'hook_received'; payload: Payload };
/** The run `heldBy` has the token: this hook gets nothing. */
export type HookConflict = Recorded & OfCall & { type: 'hook_conflict'; token: string; heldBy: string };
/** The code closed the hook and freed its token. */
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
/** Fields that go into the child's `run_created`, with the same meaning. */
export type ChildOptions = Pick<RunCreated, 'startAt' | 'timeoutMs' | 'retentionMs' | 'attributes'>;
/** The code asked for the end of a child. */
export type ChildCancelRequested = Recorded & OfCall & { type: 'child_cancel_requested'; reason?: string };
/** The child returned; `payload` is the encoded result. */
export type ChildCompleted = Recorded & OfCall & { type: 'child_completed'; payload: Payload };
/** The child failed or was cancelled. `payload`: the encoded error; absent after a cancel. */
export type ChildFailed = Recorded & OfCall & { type: 'child_failed'; payload?: Payload; reason?: string };

/** Requests of the code. */
export type CommandEvent =
  | StepCreated
  | WaitCreated
  | HookCreated
  | HookDisposed
  | ChildCreated
  | ChildCancelRequested
  | Patched
  | AttributesSet
  | SignalAborted
  | StreamWritten
  | StreamClosed
  | RunContinued
  | RunCompleted
  | RunFailed
  | RunCancelled;

/** Answers of the outside, which the code gets. */
export type OutcomeEvent =
  | RunStarted
  | RunCancelRequested
  | SignalReceived
  | StepCompleted
  | StepFailed
  | WaitCompleted
  | HookReceived
  | HookConflict
  | ChildCompleted
  | ChildFailed;

/** Facts that the code never hears of. */
export type NoteEvent =
  | RunCreated
  | RunPaused
  | RunResumed
  | RunMoved
  | AttributesChanged
  | StepStarted
  | StepRetrying
  | StepHeartbeat;

/** Any event of a journal. */
export type JournalEvent = CommandEvent | OutcomeEvent | NoteEvent;
/** The name of a kind of event; part of the stored format. */
export type EventType = JournalEvent['type'];

/** The characters of the payload of an event or command; 0: it has none. */
export const payloadLength = (record: object): number =>
  'payload' in record && typeof record.payload === 'string' ? record.payload.length : 0;

/** An event before it has its time and its place in the journal. */
export type Unplaced<Event extends JournalEvent = JournalEvent> = Event extends JournalEvent
  ? Omit<Event, 'seq' | 'at'>
  : never;

/** `pending` and `running` go on; the others are final. */
export type RunStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

const TERMINAL_STATUSES: ReadonlySet<RunStatus> = new Set(['completed', 'failed', 'cancelled']);
/** Whether a run of this status has ended and never changes again. */
export const isTerminal = (status: RunStatus): boolean => TERMINAL_STATUSES.has(status);
