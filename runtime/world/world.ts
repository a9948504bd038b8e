/**
 * The contract for the place where state lives. `memory/` and `sqlite/` implement it, and the suite in
 * `test/world/contract.ts` checks both. All times are whole milliseconds since the epoch and come from the caller: a
 * World has no clock.
 *
 * Ownership: a run has an `owner` (a worker) and an `epoch`, which increases with every new owner. A World applies only
 * commits that name the current epoch and journal length. A run without owner can be claimed once its `dueAt` has come.
 * A worker that is gone (its lease expired, or its process provably ended) loses all its runs in
 * {@link World.releaseDead}.
 */
import type { Attributes } from '../contract/attributes.ts';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../contract/ids.ts';
import type { WorkflowBundle } from '../contract/build.ts';
import type { JournalEvent, Payload, RunStatus, WebhookReply } from '../journal/events.ts';

/**
 * A store of runs. Every call rejects with an error of the catalogue in `messages.ts`, such as `world_closed` before
 * {@link World.open}.
 */
export interface World {
  /** `memory`, `sqlite`, …: for people to read; no code decides by it. */
  readonly kind: string;

  /**
   * Opens the store and brings its schema up to date. Idempotent.
   * @throws `world_store_missing` when it would have to be created, and `creates` is false.
   */
  open(options?: WorldOpenOptions): Promise<void>;
  /**
   * Writes a sound copy of the store, of one moment, to a new file. Others go on meanwhile; it needs no open World.
   * Nothing is left behind when it fails.
   * @throws `world_backup_exists`, `world_backup_failed`, `world_backup_unsupported`, `world_store_missing`.
   */
  backup(file: string): Promise<void>;
  /** Finishes writes under way and lets go of all resources. Idempotent. */
  close(): Promise<void>;

  // --- the journal -------------------------------------------------------------------------------------------------

  /** Inserts a run with its first events and appends, and carries out its outbox. Durable when it resolves. */
  createRun(run: NewRun): Promise<CreateOutcome>;
  /**
   * Appends to a journal and to streams, and carries out the outbox. If the condition does not hold, nothing of it
   * happens. Durable when it resolves.
   */
  commit(commit: RunCommit): Promise<CommitOutcome>;
  readRun(runId: RunId): Promise<RunRecord | null>;
  /** Events that the run has, with `seq > afterSeq`, in order. Empty for an unknown run. */
  readJournal(runId: RunId, afterSeq?: number): Promise<JournalEvent[]>;
  /** Newest first. `cursor` comes from the page before. */
  listRuns(filter: RunFilter): Promise<RunPage>;
  /** Removes runs that have ended, with all that belongs to them; others stay. Returns how many runs it removed. */
  deleteRuns(runIds: readonly RunId[]): Promise<number>;
  /** Removes up to `limit` runs with `expiresAt <= now`. Returns how many. */
  purgeExpired(now: number, limit: number): Promise<number>;

  // --- messages from outside ---------------------------------------------------------------------------------------

  /**
   * Puts a message into a run's inbox and makes the run due at `at` or earlier. Refused when the run is unknown or has
   * ended. Durable when it resolves.
   */
  deliver(runId: RunId, message: InboxContent, at: number): Promise<DeliverOutcome>;
  /**
   * Like {@link deliver}, addressed by the token of an active hook. A hook that takes one payload is closed by it.
   * @param receipt Is kept as long as the run. While there is one for this token and id, nothing is delivered, whatever
   *   has become of the hook: the outcome is `repeated`.
   */
  deliverToHook(token: string, payload: Payload, at: number, receipt?: Receipt): Promise<HookDelivery>;
  /** The receipt of a payload that was delivered to this token with this id. */
  findReceipt(token: string, id: string): Promise<KeptReceipt | null>;
  /** Messages with `n > afterN`, in order. */
  readInbox(runId: RunId, afterN?: number): Promise<InboxMessage[]>;
  /** All messages that wait for runs of this worker, for it to read when other processes have written to the store. */
  readInboxesOf(workerId: WorkerId): Promise<PendingMessages[]>;
  /** The active hook with this token. */
  findHook(token: string): Promise<HookRecord | null>;
  /** Active hooks, in the order of run (newest first) and call. `cursor` comes from the page before. */
  listHooks(filter: HookFilter): Promise<HookPage>;

  // --- ownership ---------------------------------------------------------------------------------------------------

  /**
   * Registers a worker; its lease holds until `leaseUntil`. Throws `world_worker_taken` when another process has this
   * id.
   */
  joinWorker(workerId: WorkerId, leaseUntil: number): Promise<void>;
  /**
   * Renews the lease of a worker; one that ends later stays, because renewals may overtake each other. `false`: the
   * worker was given up for dead and owns nothing any more.
   */
  renewWorker(workerId: WorkerId, leaseUntil: number): Promise<boolean>;
  /**
   * From now on the World renews the lease of a worker by itself, also while code holds the event loop of this process,
   * but not while the process is stopped. It ends when the worker leaves, is given up for dead, or shows no life for
   * `stuckLimitMs`. Idempotent. A World that lives on the event loop renews nothing.
   */
  keepLease(workerId: WorkerId, options: KeepLeaseOptions): Promise<KeptLease>;
  /** Releases all runs of a worker and forgets the worker. */
  leaveWorker(workerId: WorkerId): Promise<void>;
  /**
   * Releases all runs of dead workers: those whose lease expired before `now`, or whose process has ended. Returns how
   * many runs.
   */
  releaseDead(now: number): Promise<number>;
  /** Takes up to `limit` runs without owner and with `dueAt <= now`, earliest first; their epoch goes up by one. */
  claimDue(workerId: WorkerId, now: number, limit: number): Promise<ClaimedRun[]>;
  /** Takes one run, if it has no owner and has not ended. */
  claimRun(workerId: WorkerId, runId: RunId): Promise<ClaimedRun | null>;
  /** The runs that this worker owns. When the answer to a claim was lost, the worker does not know of some of them. */
  listOwned(workerId: WorkerId): Promise<OwnedRun[]>;
  /** Makes the parked runs without owner due at `now`, because the code that they miss may have come. */
  wakeParked(now: number): Promise<void>;
  /** When the next run without owner is due; `null` when none is. */
  nextDueAt(): Promise<number | null>;

  // --- streams -----------------------------------------------------------------------------------------------------

  /**
   * Appends chunks to a stream of a run. Durable when it resolves. When the writer is a step attempt, chunks that its
   * call has written before, in an earlier attempt or an unanswered request, stay where they are. From the first chunk
   * that differs from the one at its position, the earlier chunks are dropped and the new ones appended.
   */
  appendChunks(runId: RunId, stream: string, chunks: readonly Chunk[], writer?: ChunkWriter): Promise<AppendOutcome>;
  /**
   * The attempt is the last of its call and has written everything: chunks that earlier attempts wrote at
   * `writer.position` or later are dropped. Not for an attempt that another one may follow: readers have those chunks
   * already, and would get them twice if that one wrote the same.
   */
  finishAppends(runId: RunId, stream: string, writer: ChunkWriter): Promise<AppendOutcome>;
  /** The chunks that a step call has written to a stream and that were not dropped, in the order of their positions. */
  readStepChunks(runId: RunId, stream: string, call: StepCallKey): Promise<Chunk[]>;
  closeStream(runId: RunId, stream: string): Promise<void>;
  /**
   * Chunks from index `from`, at most `limit`, and no more after the one with which they have `bytesMax` bytes together
   * (a character counts as one). Default: any number of bytes.
   */
  readChunks(runId: RunId, stream: string, from: number, limit: number, bytesMax?: number): Promise<ChunkPage>;
  /** The streams of a run by name. */
  listStreams(runId: RunId): Promise<StreamRecord[]>;

  // --- code and secrets --------------------------------------------------------------------------------------------

  /** Archives a bundle under its build id. Idempotent. */
  saveBundle(bundle: WorkflowBundle): Promise<void>;
  loadBundle(buildId: BuildId): Promise<WorkflowBundle | null>;
  /**
   * Joins the project that the store belongs to. A store without one, or with the former name, belongs to this project
   * from then on.
   * @throws `world_project_differs`.
   */
  joinProject(project: ProjectIdentity): Promise<void>;
  /** The secret of this store (at least 32 random bytes, in hex), created with the store. */
  readSecret(): Promise<string>;

  // --- changes -----------------------------------------------------------------------------------------------------

  /** Calls `listener` after each durable change; returns how to stop. Listeners must not throw. */
  subscribe(listener: (change: Change) => void): () => void;
}

/** How an application names itself to its store. */
export interface ProjectIdentity {
  name: string;
  /** The name that it had before somebody gave it the present one; `null`: none. */
  formerName: string | null;
}

/** How to open a store. */
export interface WorldOpenOptions {
  /** Creates a store that is missing. Default true. */
  creates?: boolean;
}

/** The state of a run outside its journal, and a summary of its journal. */
export interface RunRecord {
  runId: RunId;
  workflowId: WorkflowId;
  /** The build it runs on; `null` until it has started. */
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

type TokensTaken = { ok: false; reason: 'tokens_taken'; conflicts: TokenConflict[] };
/** The result of creating a run. `exists`: there is a run with this id. `key_taken`: the key belongs to `heldBy`. */
export type CreateOutcome =
  { ok: true } | { ok: false; reason: 'exists' } | { ok: false; reason: 'key_taken'; heldBy: RunId } | TokensTaken;
/**
 * The result of a commit. `fenced`: epoch or journal length differ or the run has ended, so the caller does not own it.
 */
export type CommitOutcome = { ok: true } | { ok: false; reason: 'fenced' } | TokensTaken;

/** A message from outside to a run. */
export type InboxContent =
  | { type: 'hook'; call: number; payload: Payload }
  | { type: 'cancel'; reason?: string }
  | { type: 'pause' }
  | { type: 'resume' }
  /** Continue with this build, if the journal fits it. */
  | { type: 'move'; buildId: BuildId }
  /** A run that this one started has ended; `payload` is its result or error. */
  | { type: 'child'; call: number; status: 'completed' | 'failed' | 'cancelled'; payload?: Payload; reason?: string }
  /** Ends pending waits early; all of them when `calls` is absent. */
  | { type: 'wake'; calls?: number[] };

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

/** The result of delivering a message. */
export type DeliverOutcome =
  | { ok: true; runId: RunId; message: InboxMessage }
  /** `not_found`: no such run or active hook. `ended`: the run has ended. */
  | { ok: false; reason: 'not_found' | 'ended' };

/** How a World is to renew a lease by itself, see {@link World.keepLease}. */
export interface KeepLeaseOptions {
  leaseMs: number;
  /** An event loop that shows no life for so long hangs for ever: its lease is renewed no more. */
  stuckLimitMs: number;
}

/** A lease that the World renews by itself. */
export interface KeptLease {
  /** The end of the lease by its last durable renewal; 0: there was none, or the worker was given up. */
  readonly until: number;
  /** The event loop goes round. */
  showLife(): void;
}

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
  /** The events that the run has, see {@link RunRecord.baseSeq}; the last one is `run.seq`. */
  journal: JournalEvent[];
  inbox: InboxMessage[];
  /**
   * When its last owner was found to be lost, in milliseconds since the epoch: step attempts that were due by then may
   * have been cut off. `Infinity`: at an unknown time. `null`: the last owner released it.
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
  /** How many chunks this attempt has written to the stream before. */
  position: number;
}

/**
 * The result of an append. `ended`: the stream is closed or its run has ended. `fenced`: the writer's run has another
 * owner, or a later attempt has written. `nextIndex`: index after the last chunk of the stream.
 */
export type AppendOutcome = { ok: true; nextIndex: number } | { ok: false; reason: 'ended' | 'not_found' | 'fenced' };
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

/** A notice to the subscribers of a World. */
export type Change =
  /** A run was created, claimed, parked or finished, or its journal grew. */
  | { kind: 'run'; runId: RunId; status: RunStatus | null }
  | { kind: 'inbox'; runId: RunId; message: InboxMessage }
  | { kind: 'chunks'; runId: RunId; stream: string }
  /** A run without owner is due at `dueAt`. */
  | { kind: 'due'; dueAt: number }
  /** Another process changed the store: look again at whatever you wait for. */
  | { kind: 'elsewhere' }
  /** The store cannot be used any more: every call rejects with this error from now on. */
  | { kind: 'gone'; error: Error };
