/** The records that a World keeps and hands out, and its answers. Times are whole milliseconds since the epoch. */
import type { AttributeChanges, Attributes } from '../contract/attributes.ts';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../contract/ids.ts';
import type { CodeContracts } from '../contract/code-contracts.ts';
import type { TraceContext } from '../contract/telemetry.ts';
import type { JournalEvent, Labelled, Payload, RunStatus, WebhookReply, Actor } from '../journal/events.ts';
import type { AttemptMessage, OfferRecord } from './offers.ts';

/** The state of a run outside its journal, and a summary of its journal. */
export interface RunRecord {
  runId: RunId;
  workflowId: WorkflowId;
  /** The build it runs on; `null` until it has started, unless it was created for one. */
  buildId: BuildId | null;
  status: RunStatus;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  /** Seq of its last event. */
  seq: number;
  epoch: number;
  owner: WorkerId | null;
  /** When the run wants a worker if it has none; `null`: only when something comes from outside. */
  dueAt: number | null;
  /** The messages of its inbox with `n <= inboxTaken` are in its journal. */
  inboxTaken: number;
  /** Why no worker moves it on, for instance because its code is missing; `null` when nothing is wrong. */
  parked: ParkReason | null;
  /** The caller's own name for the run: unique. A run that loses it to another run keeps `null`. */
  key: string | null;
  attributes: Attributes;
  /** The run that started it. */
  parent: RunId | null;
  /** Since when no step begins and no sleep ends; `null`: it is not paused. */
  pausedAt: number | null;
  /**
   * Seq of its last `run_continued`; 0: none. The run has `run_created` and the events from this one on; those between
   * are dropped by the commit that brings it.
   */
  baseSeq: number;
  /** When it may be purged: its end and `retentionMs`; `null`: it has not ended, or is kept for ever. */
  expiresAt: number | null;
}

/** Why a run is parked, for people, and when it is tried again. */
export interface ParkReason {
  code: string;
  message: string;
  /** How long it waits before the next try. */
  retryMs: number;
}

/** The steps of a build, as the store keeps them. */
export interface ArchivedSteps {
  contracts: CodeContracts;
  /** The step bundle; `null`: it was not to be kept. */
  code: string | null;
}

/** How many runs of a workflow have not ended. */
export interface LiveRunCount {
  /** The build they run on; `null`: they have not started. */
  buildId: BuildId | null;
  workflowId: WorkflowId;
  runs: number;
}

/** How many runs of a workflow have a status. */
export interface RunCount {
  workflowId: WorkflowId;
  status: RunStatus;
  runs: number;
  /** When the oldest of them was created. */
  oldestAt: number;
}

/** A worker that a store knows. */
export interface WorkerRecord {
  workerId: WorkerId;
  /** Until when it counts as alive, by the clock of the caller. */
  leaseUntil: number;
  /** Runs that it owns. */
  runs: number;
  /** Steps of other workers' runs that it has taken. */
  steps: number;
}

/** A run to create. */
export interface NewRun {
  runId: RunId;
  workflowId: WorkflowId;
  /**
   * With an owner, the run starts at epoch 1, owned by that worker; without one, at epoch 0. If the worker is no longer
   * known, the run has no owner, is due, and counts as abandoned at an unknown time. Its epoch is still 1, because its
   * creator believes that it owns the run at that epoch.
   */
  owner: WorkerId | null;
  dueAt: number | null;
  /** `run_created`, and what followed at once; seq from 1. */
  events: JournalEvent[];
  /** The run that holds the key of this one and loses it. Default: no run may hold the key. */
  takesKeyFrom?: RunId | null;
  appends?: readonly StreamAppend[];
  outbox?: Outbox;
}

/**
 * Chunks that a commit appends to a stream in the same transaction. A stream that is closed, or whose run is gone or
 * has ended, takes nothing. If the commit also ends its run, its appends come first.
 */
export interface StreamAppend {
  /** The run that the stream belongs to. */
  runId: RunId;
  stream: string;
  chunks: readonly Chunk[];
  /** The stream is closed after them. */
  closes: boolean;
  /**
   * The write is refused as `moved` unless the first of the chunks gets this index, or the stream takes nothing. Only
   * for a stream that the write names once. Default: any index.
   */
  index?: number;
}

/** The effects of a commit on other runs, in the same transaction. */
export interface Outbox {
  /** New runs without owner. A run that already exists stays as it is: an earlier try of the same commit created it. */
  runs: NewRun[];
  /** Messages, as for {@link World.deliver}. A message for a run that is unknown or has ended is dropped. */
  messages: { runId: RunId; content: InboxContent; at: number }[];
}

/** One step of a run: applied as a whole, or not at all. */
export interface RunCommit {
  runId: RunId;
  /** Refused unless this is the run's epoch … */
  epoch: number;
  /** … and this the seq of its last event. */
  afterSeq: number;
  /** Seq from `afterSeq + 1`. May be empty: then only the fields below change. */
  events: JournalEvent[];
  /** All messages with `n <= inboxTaken` are in the journal now and leave the inbox. */
  inboxTaken: number;
  /**
   * Hooks whose payloads the owner took itself, by call: these count as the last messages up to `inboxTaken`, although
   * they never were in the inbox. Refused as `fenced` when the store has given one of their numbers to another message.
   * Default: none.
   */
  accepts?: readonly number[];
  /**
   * See {@link RunRecord.dueAt}; the World sets it to 0 as long as messages are left in the inbox. Not for a parked
   * run: nobody can take its messages now, so workers would claim it again and again.
   */
  dueAt: number | null;
  /** Releases the run, so that it has no owner afterwards. The end of a run does so anyway. */
  release: boolean;
  parked: ParkReason | null;
  /** Only together with events, by which the store recognises a commit that is sent twice. */
  appends?: readonly StreamAppend[];
  outbox?: Outbox;
}

/** A hook that cannot be opened, because another run holds its token. */
export interface TokenConflict {
  call: number;
  token: string;
  /** The run that holds the token. */
  heldBy: RunId;
}

/** A stream does not end where chunks were to get their index. */
type Moved = { ok: false; reason: 'moved' };
type TokensTaken = { ok: false; reason: 'tokens_taken'; conflicts: TokenConflict[] };
/** The result of creating a run. `exists`: there is a run with this id. `key_taken`: the key belongs to `heldBy`. */
export type CreateOutcome =
  | { ok: true }
  | { ok: false; reason: 'exists' }
  | { ok: false; reason: 'key_taken'; heldBy: RunId }
  | Moved
  | TokensTaken;
/**
 * The result of a commit. `fenced`: epoch or journal length differ or the run has ended, so the caller does not own it.
 */
export type CommitOutcome = { ok: true } | { ok: false; reason: 'fenced' } | Moved | TokensTaken;

/** A message from outside to a run. */
export type InboxContent =
  /** `trace`: where it comes from, for whoever traces it. */
  | ({ type: 'hook'; call: number; payload: Payload; trace?: TraceContext } & Actor)
  | ({ type: 'cancel'; reason?: string } & Actor)
  | ({ type: 'pause' } & Actor)
  | ({ type: 'resume' } & Actor)
  /** Continue with this build, if the journal fits it. */
  | { type: 'move'; buildId: BuildId }
  /** A run that this one started has ended; `payload` is its result or error. */
  | { type: 'child'; call: number; status: 'completed' | 'failed' | 'cancelled'; payload?: Payload; reason?: string }
  /** An attempt of an owner that has lost the run has given a result after all. */
  | ({
      type: 'step';
      call: number;
      attempt: number;
      startedAt: number;
      payload: Payload;
      attributes?: AttributeChanges;
    } & Labelled)
  | AttemptMessage
  | ({ type: 'attributes'; attributes: AttributeChanges } & Actor)
  /** A signal that the run was given was aborted. `payload`: the encoded reason. */
  | { type: 'signal'; name: string; payload: Payload }
  /** Ends pending waits early; all of them when `calls` is absent. */
  | ({ type: 'wake'; calls?: number[] } & Actor);

/** A message in the inbox of a run; `n` numbers all messages that the run ever got, from 1 without gaps. */
export interface InboxMessage {
  n: number;
  at: number;
  content: InboxContent;
}

/** The messages that wait for one run, in order. */
export interface PendingMessages {
  runId: RunId;
  messages: InboxMessage[];
}

/** Another form of the values of one record. All else of the record is the same. */
export type ValueChange =
  | { kind: 'event'; before: JournalEvent; after: JournalEvent }
  | { kind: 'message'; before: InboxMessage; after: InboxMessage }
  | { kind: 'hook'; before: HookRecord; after: HookRecord }
  | { kind: 'receipt'; token: string; before: Receipt; after: Receipt }
  | { kind: 'chunk'; stream: string; index: number; before: Chunk; after: Chunk };

/** The result of delivering a message. */
export type DeliverOutcome =
  | { ok: true; runId: RunId; message: InboxMessage }
  /** `not_found`: no such run or active hook. `ended`: the run has ended. */
  | { ok: false; reason: 'not_found' | 'ended' };

/**
 * So long, in milliseconds, a store recognises a payload at least: seven days. Senders of webhooks give up after three
 * at the latest (Stripe), and a run without an end would keep each id for ever.
 */
export const RECEIPT_KEPT_MS = 7 * 24 * 3_600_000;

/** By this a store recognises a payload that is sent again. */
export interface Receipt {
  /** The sender's name for the payload: unique for one token. */
  id: string;
  /** Differs for another payload. */
  digest: string;
  /** The encoded answer to the sender; `null`: there is none, or it comes by `replyStream`. */
  reply: Payload | null;
  /** The stream of the run that gets the answer. */
  replyStream: string | null;
}

/** A receipt in the store, with the run that got the payload. */
export interface KeptReceipt {
  runId: RunId;
  receipt: Receipt;
}

/** Why a run has failed, or why nothing happens in it: the last event of its journal. */
export interface RunTroubleEvent {
  runId: RunId;
  event: TroubleEvent;
}

/** The events that end a run badly, and that put an attempt off. */
export type TroubleEvent = Extract<JournalEvent, { type: (typeof TROUBLES)[number] }>;

/** Their types. */
export const TROUBLES = ['run_failed', 'step_retrying'] as const;

/** Whether an event is one of them. */
export const isTrouble = (event: JournalEvent | undefined): event is TroubleEvent =>
  TROUBLES.some((type) => type === event?.type);

/** A receipt, and the token of the hook that got the payload. */
export interface TokenReceipt {
  token: string;
  receipt: Receipt;
}

/** See {@link World.deliverToHook}. */
export interface HookDeliveryOptions {
  receipt?: Receipt | undefined;
  holder?: RunId | undefined;
  n?: number | undefined;
  /** Goes along with the payload. */
  origin?: MessageOrigin | undefined;
}

/** Where a payload comes from: `trace` for whoever traces it, `by` for the journal. */
export interface MessageOrigin extends Actor {
  trace?: TraceContext;
}

/** The result of delivering a payload to a hook. `repeated`: a payload of this id was delivered before. */
export type HookDelivery = DeliverOutcome | ({ ok: false; reason: 'repeated' } & KeptReceipt);

/** A run, and the epoch at which a worker owns it. */
export interface OwnedRun {
  runId: RunId;
  epoch: number;
}

/** A run with all that its new owner needs to continue it. */
export interface ClaimedRun {
  run: RunRecord;
  /**
   * The events that the run has, see {@link RunRecord.baseSeq}, up to `run.seq`. The last ones are left out when one
   * claim gives more than `CLAIM_BYTES`: `World.readJournal` has them. Values of steps that have ended may be as the
   * store has them, besides their results: nobody needs them to go on.
   */
  journal: JournalEvent[];
  inbox: InboxMessage[];
  /** Its steps that were offered to other workers. When one of them has ended meanwhile, `inbox` has what it said. */
  offers: OfferRecord[];
  /**
   * Until when its last owner, which was lost, may have begun step attempts, in milliseconds since the epoch: those
   * that were due by then may have been cut off. `Infinity`: at an unknown time. `null`: the last owner released it.
   */
  abandonedAt: number | null;
}

/** An active hook. */
export interface HookRecord {
  runId: RunId;
  call: number;
  token: string;
  createdAt: number;
  /** `null` for a plain hook, which no URL addresses. */
  webhook: WebhookReply | null;
  /** It takes one payload, which frees its token. */
  once: boolean;
  metadata: Payload | null;
}

/** A hook that a token leads to. */
export interface FoundHook extends HookRecord {
  /** The number of the last message that the run got; 0: none. */
  inboxLast: number;
}

/** The conditions of a list of hooks, which all must hold, and its page. */
export interface HookFilter {
  runId?: RunId;
  limit: number;
  cursor?: string;
}
/** One page of hooks. `cursor`: where the next page begins; `null`: this is the last one. */
export interface HookPage {
  hooks: HookRecord[];
  cursor: string | null;
}

/** An encoded value, or raw bytes, as a stream holds it. */
export type Chunk = string | Uint8Array;

/** A step call that writes to a stream. */
export interface StepCallKey {
  /** The run of the step, which may differ from the run of the stream. */
  runId: RunId;
  call: number;
}

/** The step attempt that writes to a stream. */
export interface ChunkWriter extends StepCallKey {
  /** The epoch of the step's run: writers of earlier owners are refused. */
  epoch: number;
  attempt: number;
  /**
   * The worker that has taken the attempt from an offer, which was made at `epoch`: it may write for as long as it has
   * the offer, whoever owns the run.
   */
  takenBy?: WorkerId;
  /** How many chunks this attempt has written to the stream before. */
  position: number;
  /**
   * The stream has no chunk of the call at this position or later, unless this very request was sent before. Default:
   * false, it may have some.
   */
  isFresh?: boolean;
}

/** A chunk that a step call has written. */
export interface StepChunk {
  /** Its index in the stream. */
  index: number;
  chunk: Chunk;
}

/** Some of the chunks that a step call has written to a stream. */
export interface StepChunkRange {
  /** The position of the first one. Default: 0. */
  from?: number;
  /** Default: all. */
  limit?: number;
  /** No chunk follows the one with which they have so many bytes (a character counts as one). Default: any number. */
  bytesMax?: number;
}

/**
 * The result of an append. `ended`: the stream is closed or its run has ended. `fenced`: the writer's run has another
 * owner, or a later attempt has written. `nextIndex`: index after the last chunk of the stream.
 */
export type AppendOutcome =
  | { ok: true; nextIndex: number }
  | { ok: false; reason: 'ended' | 'not_found' | 'fenced' }
  | Moved;
/** Some chunks of a stream. */
export interface ChunkPage {
  /** The first has index `from`. `null`: the chunk was dropped, see {@link World.finishAppends}. */
  chunks: (Chunk | null)[];
  /** Index after the last chunk of the stream. */
  nextIndex: number;
  /** No more chunks will come: the stream was closed or its run has ended. */
  closed: boolean;
}
/** A stream of a run, without its chunks. */
export interface StreamRecord {
  stream: string;
  nextIndex: number;
  closed: boolean;
}

/** The conditions of a list of runs, and its page. All given conditions must hold. Times are inclusive. */
export interface RunFilter {
  statuses?: readonly RunStatus[];
  workflowId?: WorkflowId;
  key?: string;
  createdFrom?: number;
  createdUntil?: number;
  completedUntil?: number;
  /** All of them have these values. */
  attributes?: Attributes;
  parent?: RunId;
  isParked?: boolean;
  isPaused?: boolean;
  limit: number;
  cursor?: string;
}
/** One page of runs. `cursor`: where the next page begins; `null`: this is the last one. */
export interface RunPage {
  runs: RunRecord[];
  cursor: string | null;
}
