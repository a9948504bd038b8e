/**
 * The World: where state lives. One narrow contract, implemented by `memory/` and `sqlite/` and checked by the suite in
 * `test/world/contract.ts`. All times are whole milliseconds since the epoch and come from the caller: a World has no
 * clock.
 *
 * Ownership. A run has an `owner` (a worker) and an `epoch`, which goes up with every new owner. Only a commit that
 * names the current epoch and journal length is applied. A run without owner is claimed once its `dueAt` has come. A
 * worker that is gone (its lease ran out, or its process provably ended) loses all its runs in {@link
 * World.releaseDead}.
 */
import type { Attributes } from '../contract/attributes.ts';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../contract/ids.ts';
import type { WorkflowBundle } from '../contract/build.ts';
import type { JournalEvent, Payload, RunStatus, WebhookReply } from '../journal/events.ts';

export interface World {
  /** `memory`, `sqlite`, …: for people to read; no code decides by it. */
  readonly kind: string;

  /** Opens the store and brings its schema up to date. Idempotent. */
  open(): Promise<void>;
  /** Finishes writes under way and lets go of all resources. Idempotent. */
  close(): Promise<void>;

  // --- the journal -------------------------------------------------------------------------------------------------

  /** Inserts a run with its first events, its appends, and carries its outbox out. Durable when it resolves. */
  createRun(run: NewRun): Promise<CreateOutcome>;
  /**
   * Appends to a journal and to streams and carries the outbox out: all of it or, when the condition does not hold,
   * nothing. Durable when it resolves.
   */
  commit(commit: RunCommit): Promise<CommitOutcome>;
  readRun(runId: RunId): Promise<RunRecord | null>;
  /** Events with `seq > afterSeq`, in order. Empty for an unknown run. */
  readJournal(runId: RunId, afterSeq?: number): Promise<JournalEvent[]>;
  /** Newest first. `cursor` comes from the page before. */
  listRuns(filter: RunFilter): Promise<RunPage>;
  /** Removes runs with all that belongs to them; those that have not ended stay. Returns how many runs. */
  deleteRuns(runIds: readonly RunId[]): Promise<number>;
  /** Removes up to `limit` runs with `expiresAt <= now`. Returns how many. */
  purgeExpired(now: number, limit: number): Promise<number>;

  // --- messages from outside ---------------------------------------------------------------------------------------

  /**
   * Puts a message into a run's inbox and makes the run due at `at` (or earlier, if it was); refused when the run is
   * unknown or has ended. Durable when it resolves.
   */
  deliver(runId: RunId, message: InboxContent, at: number): Promise<DeliverOutcome>;
  /**
   * Like {@link deliver}, addressed by the token of an active hook; one that takes a payload once is active no more.
   */
  deliverToHook(token: string, payload: Payload, at: number): Promise<DeliverOutcome>;
  /** Messages with `n > afterN`, in order. */
  readInbox(runId: RunId, afterN?: number): Promise<InboxMessage[]>;
  /**
   * All messages that wait for runs of this worker: what it has to look for when other processes write to the store.
   */
  readInboxesOf(workerId: WorkerId): Promise<RunInbox[]>;
  /** The active hook with this token. */
  findHook(token: string): Promise<HookRecord | null>;
  /** Active hooks, in the order of run (newest first) and call. `cursor` comes from the page before. */
  listHooks(filter: HookFilter): Promise<HookPage>;

  // --- ownership ---------------------------------------------------------------------------------------------------

  /**
   * Makes a worker known; its lease holds until `leaseUntil`. Throws `world_worker_taken` when another process has this
   * id.
   */
  joinWorker(workerId: WorkerId, leaseUntil: number): Promise<void>;
  /** Renews the lease of a worker. `false`: it was given up for dead and owns nothing any more. */
  renewWorker(workerId: WorkerId, leaseUntil: number): Promise<boolean>;
  /** Lets all runs of a worker go and forgets it. */
  leaveWorker(workerId: WorkerId): Promise<void>;
  /**
   * Lets all runs of dead workers go: those whose lease ran out before `now`, or whose process has ended. Returns how
   * many runs.
   */
  releaseDead(now: number): Promise<number>;
  /** Takes up to `limit` runs without owner and with `dueAt <= now`, earliest first; their epoch goes up by one. */
  claimDue(workerId: WorkerId, now: number, limit: number): Promise<ClaimedRun[]>;
  /** Takes one run, if it has no owner and has not ended. */
  claimRun(workerId: WorkerId, runId: RunId): Promise<ClaimedRun | null>;
  /** The runs in the hands of this worker: when the answer to a claim was lost, some that it does not know of. */
  listOwned(workerId: WorkerId): Promise<OwnedRun[]>;
  /** Makes the parked runs without owner due at `now`: perhaps the code that they miss has come. */
  wakeParked(now: number): Promise<void>;
  /** When the next run without owner is due; `null` when none is. */
  nextDueAt(): Promise<number | null>;

  // --- streams -----------------------------------------------------------------------------------------------------

  /**
   * Appends chunks to a stream of a run. Durable when it resolves. Of a writer that is a step attempt, chunks that the
   * call has written before, in an earlier attempt or an unanswered request, stay where they are; from the first on
   * that differs from the one at its position, what was written before is dropped, and these are appended.
   */
  appendChunks(runId: RunId, stream: string, chunks: readonly Chunk[], writer?: ChunkWriter): Promise<AppendOutcome>;
  /**
   * The attempt has written all: what earlier attempts of its call had written from `writer.position` on is dropped.
   */
  finishAppends(runId: RunId, stream: string, writer: ChunkWriter): Promise<AppendOutcome>;
  /**
   * What the attempts of a step call have written to a stream and what still stands of it, in the order of its
   * positions.
   */
  readStepChunks(runId: RunId, stream: string, call: StepCallKey): Promise<Chunk[]>;
  closeStream(runId: RunId, stream: string): Promise<void>;
  /** Chunks from index `from`, at most `limit`. */
  readChunks(runId: RunId, stream: string, from: number, limit: number): Promise<ChunkPage>;
  /** The streams of a run by name. */
  listStreams(runId: RunId): Promise<StreamRecord[]>;

  // --- code and secrets --------------------------------------------------------------------------------------------

  /** Archives a bundle under its build id. Idempotent. */
  saveBundle(bundle: WorkflowBundle): Promise<void>;
  loadBundle(buildId: BuildId): Promise<WorkflowBundle | null>;
  /** The secret of this store (at least 32 random bytes, in hex), made when the store is made. */
  readSecret(): Promise<string>;

  // --- changes -----------------------------------------------------------------------------------------------------

  /** Calls `listener` after each durable change; returns how to stop. Listeners must not throw. */
  subscribe(listener: (change: Change) => void): () => void;
}

/** The state of a run that is not in its journal, and what the journal says of it in short. */
export interface RunRecord {
  runId: RunId;
  workflowId: WorkflowId;
  /** The build it runs on; `null` until it has started. */
  buildId: BuildId | null;
  status: RunStatus;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  /** Number of events in its journal. */
  seq: number;
  epoch: number;
  owner: WorkerId | null;
  /** When the run wants a worker if it has none; `null`: only when something comes from outside. */
  dueAt: number | null;
  /** Messages of its inbox that are in its journal: all with `n <= inboxTaken`. */
  inboxTaken: number;
  /** Why no worker moves it on, for instance because its code is missing; `null` when nothing is wrong. */
  parked: ParkReason | null;
  /** The caller's own name for it: unique. A run that took it over from another one leaves that one with `null`. */
  key: string | null;
  attributes: Attributes;
  /** The run that started it. */
  parent: RunId | null;
  /** Since when no step begins and no sleep ends; `null`: it is not paused. */
  pausedAt: number | null;
  /** Seq of its last `run_continued`: replay needs `run_created` and what comes from here. 0: everything. */
  baseSeq: number;
  /** When it may be purged: its end and `retentionMs`; `null`: it has not ended, or is kept for ever. */
  expiresAt: number | null;
}

export interface ParkReason {
  code: string;
  message: string;
  /** After how long it is looked at again. */
  retryMs: number;
}

export interface NewRun {
  runId: RunId;
  workflowId: WorkflowId;
  /**
   * With an owner the run starts at epoch 1 in the hands of that worker, else at epoch 0. When that worker is not known
   * any more the run has no owner, is due, and counts as abandoned at an unknown time; its epoch is 1 all the same,
   * because that is the one under which its creator believes to own it.
   */
  owner: WorkerId | null;
  dueAt: number | null;
  /** `run_created`, and what followed at once; seq from 1. */
  events: JournalEvent[];
  /** The run that holds the key of this one and loses it; left out: nobody may hold it. */
  takesKeyFrom?: RunId | null;
  appends?: readonly StreamAppend[];
  outbox?: Outbox;
}

/**
 * What a commit appends to a stream, in the same transaction. A stream that is closed, or whose run is gone or has
 * ended, takes nothing; the end of the committing run in the same commit comes after its appends.
 */
export interface StreamAppend {
  /** The run that the stream belongs to. */
  runId: RunId;
  stream: string;
  chunks: readonly Chunk[];
  /** The stream is closed after them. */
  closes: boolean;
}

/** What a commit does to other runs, in the same transaction. */
export interface Outbox {
  /** New runs without owner. One that is there already stays as it is: it was created by the same commit before. */
  runs: NewRun[];
  /** Messages, like {@link World.deliver}; one for a run that is unknown or has ended is dropped. */
  messages: { runId: RunId; content: InboxContent; at: number }[];
}

export interface RunCommit {
  runId: RunId;
  /** Refused unless this is the run's epoch … */
  epoch: number;
  /** … and this the length of its journal. */
  afterSeq: number;
  /** Seq from `afterSeq + 1`. May be empty: then only the fields below change. */
  events: JournalEvent[];
  /** All messages with `n <= inboxTaken` are in the journal now and leave the inbox. */
  inboxTaken: number;
  /**
   * See {@link RunRecord.dueAt}; the World sets it to 0 as long as messages are left in the inbox. Not for a parked
   * run: nobody can take its messages now, so workers would claim it again and again.
   */
  dueAt: number | null;
  /** Gives the run away: it has no owner afterwards. The end of a run does so by itself. */
  release: boolean;
  parked: ParkReason | null;
  /** Only with events: a commit that is sent twice is told by them. */
  appends?: readonly StreamAppend[];
  outbox?: Outbox;
}

export interface TokenConflict {
  call: number;
  token: string;
  /** The run that holds the token. */
  heldBy: RunId;
}

type TokensTaken = { ok: false; reason: 'tokens_taken'; conflicts: TokenConflict[] };
/** `exists`: there is a run with this id. `key_taken`: the key of the run belongs to `heldBy`. */
export type CreateOutcome =
  { ok: true } | { ok: false; reason: 'exists' } | { ok: false; reason: 'key_taken'; heldBy: RunId } | TokensTaken;
/** `fenced`: epoch or journal length differ, or the run has ended; the caller does not own the run (any more). */
export type CommitOutcome = { ok: true } | { ok: false; reason: 'fenced' } | TokensTaken;

/** What the outside tells a run. */
export type InboxContent =
  | { type: 'hook'; call: number; payload: Payload }
  | { type: 'cancel'; reason?: string }
  | { type: 'pause' }
  | { type: 'resume' }
  /** Go on with this build, if the journal fits it. */
  | { type: 'move'; buildId: BuildId }
  /** A run that this one started has ended; `payload` is its result or error. */
  | { type: 'child'; call: number; status: 'completed' | 'failed' | 'cancelled'; payload?: Payload; reason?: string }
  /** Ends pending waits early; all of them when `calls` is absent. */
  | { type: 'wake'; calls?: number[] };

/** A message in the inbox of a run; `n` counts all messages the run ever got, dense from 1. */
export interface InboxMessage {
  n: number;
  at: number;
  content: InboxContent;
}

/** The messages that wait for one run, in order. */
export interface RunInbox {
  runId: RunId;
  messages: InboxMessage[];
}

export type DeliverOutcome =
  | { ok: true; runId: RunId; message: InboxMessage }
  /** `not_found`: no such run or active hook. `ended`: the run is terminal. */
  | { ok: false; reason: 'not_found' | 'ended' };

export interface OwnedRun {
  runId: RunId;
  epoch: number;
}

export interface ClaimedRun {
  run: RunRecord;
  /** What replay needs, see {@link RunRecord.baseSeq}; it ends at `run.seq`. */
  journal: JournalEvent[];
  inbox: InboxMessage[];
  /**
   * When its last owner was found to be lost, in milliseconds since the epoch: step attempts that were due until then
   * may have been cut off. `Infinity`: at a time that is not known. `null`: it was given back.
   */
  abandonedAt: number | null;
}

export interface HookRecord {
  runId: RunId;
  call: number;
  token: string;
  createdAt: number;
  /** `null` for a plain hook, which no URL addresses. */
  webhook: WebhookReply | null;
  /** Its token is free as soon as a payload was accepted. */
  once: boolean;
  metadata: Payload | null;
}

/** Conditions hold together. */
export interface HookFilter {
  runId?: RunId;
  limit: number;
  cursor?: string;
}
export interface HookPage {
  hooks: HookRecord[];
  cursor: string | null;
}

/** An encoded value, or raw bytes. */
export type Chunk = string | Uint8Array;

/** A step call that writes to a stream. */
export interface StepCallKey {
  /** The run of the step, which need not be the one of the stream. */
  runId: RunId;
  call: number;
}

/** The step attempt that writes. */
export interface ChunkWriter extends StepCallKey {
  /** Of the run of the step: writers of earlier owners are refused. */
  epoch: number;
  attempt: number;
  /** How many chunks this attempt has written to the stream before. */
  position: number;
}

/**
 * `ended`: the stream or its run is closed. `fenced`: the writer's run has another owner, or a later attempt has
 * written. `nextIndex`: index after the last chunk of the stream.
 */
export type AppendOutcome = { ok: true; nextIndex: number } | { ok: false; reason: 'ended' | 'not_found' | 'fenced' };
export interface ChunkPage {
  /** The first has index `from`. `null`: nothing is there any more, see {@link World.finishAppends}. */
  chunks: (Chunk | null)[];
  /** Index after the last chunk there is. */
  nextIndex: number;
  /** No more chunks will come: the stream was closed or its run has ended. */
  closed: boolean;
}
export interface StreamRecord {
  stream: string;
  nextIndex: number;
  closed: boolean;
}

/** Conditions hold together; those left out hold always. Times are inclusive. */
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
export interface RunPage {
  runs: RunRecord[];
  cursor: string | null;
}

export type Change =
  /** A run was created, claimed, parked or finished, or its journal grew. */
  | { kind: 'run'; runId: RunId; status: RunStatus | null }
  | { kind: 'inbox'; runId: RunId; message: InboxMessage }
  | { kind: 'chunks'; runId: RunId; stream: string }
  /** A run without owner is due at `dueAt`. */
  | { kind: 'due'; dueAt: number }
  /** Another process changed the store; look again at whatever you wait for. */
  | { kind: 'elsewhere' };
