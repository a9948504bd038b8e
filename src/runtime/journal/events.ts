/**
 * The journal: immutable records of what happened in one run, in order, dense from seq 1.
 *
 * Three kinds of event, and replay treats each differently:
 * - *commands*: what workflow code asked for (`*_created`, `hook_disposed`, the end of the run). Replay checks them.
 * - *outcomes*: what the outside answered. Replay delivers them, in journal order, one at a time.
 * - *notes*: progress that is only for eyes. Replay skips them.
 */
import type { BuildId, WorkflowId } from '../contract/ids.ts';

/** A user value as text, made by the codec. */
export type Payload = string;

interface Recorded {
  /** Position in the journal, dense from 1. */
  seq: number;
  /** When it happened, in milliseconds since the epoch. Workflow code sees this as its clock. */
  at: number;
}

/** Position of a step call, wait or hook in the order in which a run asked for them, from 0. */
interface OfCall {
  call: number;
}

/** Options a step call carries from the workflow; they override those of the registered function. */
export interface StepCallOptions {
  maxRetries?: number;
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
};
export type RunStarted = Recorded & { type: 'run_started'; buildId: BuildId };
export type RunCancelRequested = Recorded & { type: 'run_cancel_requested'; reason?: string };
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
    /** Present for webhooks. */
    webhook?: WebhookReply;
    /** Encoded metadata. */
    payload?: Payload;
  };
export type HookReceived = Recorded & OfCall & { type: 'hook_received'; payload: Payload };
export type HookConflict = Recorded & OfCall & { type: 'hook_conflict'; token: string; heldBy: string };
export type HookDisposed = Recorded & OfCall & { type: 'hook_disposed' };

export type CommandEvent =
  StepCreated | WaitCreated | HookCreated | HookDisposed | RunCompleted | RunFailed | RunCancelled;

export type OutcomeEvent =
  RunStarted | RunCancelRequested | StepCompleted | StepFailed | WaitCompleted | HookReceived | HookConflict;

export type NoteEvent = RunCreated | StepStarted | StepRetrying;

export type JournalEvent = CommandEvent | OutcomeEvent | NoteEvent;
export type EventType = JournalEvent['type'];

/** An event before it has its time and its place in the journal. */
export type Unplaced<Event extends JournalEvent = JournalEvent> = Event extends JournalEvent
  ? Omit<Event, 'seq' | 'at'>
  : never;

export type RunStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

const TERMINAL_STATUSES: ReadonlySet<RunStatus> = new Set(['completed', 'failed', 'cancelled']);
export const isTerminal = (status: RunStatus): boolean => TERMINAL_STATUSES.has(status);
