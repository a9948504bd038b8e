/**
 * The contract for the place where state lives. `memory/` and `sqlite/` implement it, and the suite in
 * `test/world/contract.ts` checks both. All times are whole milliseconds since the epoch and come from the caller: a
 * World has no clock, but it may know one (`store-time.ts`).
 *
 * Ownership: a run has an `owner` (a worker) and an `epoch`, which increases with every new owner. A World applies only
 * commits that name the current epoch and journal length. A run without owner can be claimed once its `dueAt` has come.
 * A worker that is gone (its lease expired, or its process provably ended) loses all its runs in
 * {@link World.releaseDead}.
 */
import type { BuildId, RunId, WorkerId, WorkflowId } from '../contract/ids.ts';
import type { WorkflowBundle } from '../contract/build.ts';
import type { CodeContracts } from '../contract/code-contracts.ts';
import type { JournalEvent, Payload, RunStatus } from '../journal/events.ts';
import type { BusyRuns, DueWorkflow } from './fair-places.ts';
import type { AttemptKey, AttemptNews, OfferRecord, OfferRequest, OwnedCall, StepOffer, TakenOffer } from './offers.ts';
import type {
  AppendOutcome,
  ArchivedSteps,
  Chunk,
  ChunkPage,
  ChunkWriter,
  ClaimedRun,
  CommitOutcome,
  CreateOutcome,
  DeliverOutcome,
  FoundHook,
  HookDelivery,
  HookDeliveryOptions,
  HookFilter,
  HookPage,
  InboxContent,
  InboxMessage,
  KeptReceipt,
  LiveRunCount,
  NewRun,
  OwnedRun,
  PendingMessages,
  RunCommit,
  RunCount,
  RunFilter,
  RunPage,
  RunRecord,
  RunTroubleEvent,
  StepCallKey,
  StepChunk,
  StepChunkRange,
  StreamRecord,
  TokenReceipt,
  ValueChange,
  WorkerRecord,
} from './records.ts';
import type { RunMoves } from './run-moves.ts';
import type { StorePart, StoreSize } from './store-size.ts';

export type * from './offers.ts';
export type * from './records.ts';
export type * from './run-moves.ts';
export type { StorePart, StoreSize } from './store-size.ts';
export type * from './stored-run.ts';

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
   * @throws `world_backup_exists`, `world_backup_failed`, `world_backup_unsupported`, `world_backup_elsewhere`,
   *   `world_store_missing`.
   */
  backup(file: string): Promise<void>;
  /**
   * The host may stop this process after it: lets go of what would be in the way of others meanwhile. The World stays
   * open, and the next request takes it back.
   */
  rest(): Promise<void>;
  /** Finishes writes under way and lets go of all resources. Idempotent. */
  close(): Promise<void>;

  // --- the journal -------------------------------------------------------------------------------------------------

  /**
   * The id under which a new run with this id and this key (`null`: none) is to be created: the same, unless the runs
   * are spread over several databases. Then the new id names one of them.
   */
  nameRun(runId: RunId, key: string | null): Promise<RunId>;
  /** Inserts a run with its first events and appends, and carries out its outbox. Durable when it resolves. */
  createRun(run: NewRun): Promise<CreateOutcome>;
  /**
   * Appends to a journal and to streams, and carries out the outbox. If the condition does not hold, nothing of it
   * happens. Durable when it resolves.
   */
  commit(commit: RunCommit): Promise<CommitOutcome>;
  readRun(runId: RunId): Promise<RunRecord | null>;
  /**
   * Events that the run has, with `seq > afterSeq`, in order, and no more after the one with which they have `bytesMax`
   * bytes together, roughly. Default: any number of bytes. Empty for an unknown run.
   */
  readJournal(runId: RunId, afterSeq?: number, bytesMax?: number): Promise<JournalEvent[]>;
  /** Of those of these runs whose last event is a trouble: that event. */
  readTroubles(runIds: readonly RunId[]): Promise<RunTroubleEvent[]>;
  /** Newest first. `cursor` comes from the page before. */
  listRuns(filter: RunFilter): Promise<RunPage>;
  /** Removes runs that have ended, with all that belongs to them; others stay. Returns how many runs it removed. */
  deleteRuns(runIds: readonly RunId[]): Promise<number>;
  /**
   * Removes up to `limit` runs with `expiresAt <= now`. Returns how many. Removes receipts after
   * {@link RECEIPT_KEPT_MS}, too, and the streams of their answers.
   */
  purgeExpired(now: number, limit: number): Promise<number>;

  /**
   * Puts other texts and bytes into the place of values that mean the same, such as values encrypted with another key.
   * Both forms are as the store has them, also where values are encrypted. Each changes only where it is still as
   * `before` says. Durable when it resolves. Nobody is told.
   */
  rewriteValues(runId: RunId, changes: readonly ValueChange[]): Promise<void>;

  // --- messages from outside ---------------------------------------------------------------------------------------

  /**
   * Puts a message into a run's inbox and makes the run due at `at` or earlier. Refused when the run is unknown or has
   * ended. Durable when it resolves.
   */
  deliver(runId: RunId, message: InboxContent, at: number): Promise<DeliverOutcome>;
  /**
   * Like {@link deliver}, addressed by the token of an active hook. A hook that takes one payload is closed by it.
   * @param options.receipt Is kept for {@link RECEIPT_KEPT_MS}, unless the run is deleted before. While there is one
   *   for this token and id, nothing is delivered, whatever has become of the hook: the outcome is `repeated`.
   * @param options.holder Only if the hook is of this run. Default: of any run.
   * @param options.n Only as message number `n` of the run. Default: as any.
   */
  deliverToHook(token: string, payload: Payload, at: number, options?: HookDeliveryOptions): Promise<HookDelivery>;
  /** The receipt of a payload that was delivered to this token with this id. */
  findReceipt(token: string, id: string): Promise<KeptReceipt | null>;
  /** The receipts of a run, by the tokens of its hooks. */
  listReceipts(runId: RunId): Promise<TokenReceipt[]>;
  /** Messages with `n > afterN`, in order. */
  readInbox(runId: RunId, afterN?: number): Promise<InboxMessage[]>;
  /** All messages that wait for runs of this worker, for it to read when other processes have written to the store. */
  readInboxesOf(workerId: WorkerId): Promise<PendingMessages[]>;
  /** The active hook with this token. */
  findHook(token: string): Promise<FoundHook | null>;
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
  /** Releases all runs of a worker and forgets the worker; see {@link releaseDead} for what it has taken. */
  leaveWorker(workerId: WorkerId): Promise<void>;
  /**
   * Releases all runs of dead workers: those whose lease expired before `now`, or whose process has ended. Returns how
   * many runs. Runs of whose steps a dead worker has taken some hear that these were interrupted.
   */
  releaseDead(now: number): Promise<number>;
  /** Whether the lease of any worker holds at `now`; of any besides `except`, if that is given. */
  hasWorker(now: number, except?: WorkerId): Promise<boolean>;
  /**
   * The workers that have joined and not left, by id; also those whose lease ended before `now`, until somebody
   * releases their runs. It looks at each run that has an owner.
   */
  listWorkers(now: number): Promise<WorkerRecord[]>;
  /**
   * Takes up to `limit` runs without owner and with `dueAt <= now`; their epoch goes up by one. When more are due,
   * workflows take turns, those first of which the worker has the fewest in `busy` (default: none). Of one workflow,
   * and in the answer, those that are due earlier come first.
   */
  claimDue(workerId: WorkerId, now: number, limit: number, busy?: BusyRuns): Promise<ClaimedRun[]>;
  /** Takes one run, if it has no owner and has not ended. */
  claimRun(workerId: WorkerId, runId: RunId): Promise<ClaimedRun | null>;
  /** The runs that this worker owns. When the answer to a claim was lost, the worker does not know of some of them. */
  listOwned(workerId: WorkerId): Promise<OwnedRun[]>;
  /** Makes the parked runs without owner due at `now`, because the code that they miss may have come. */
  wakeParked(now: number): Promise<void>;
  /** The workflows of which runs without owner are due at `now`. */
  listDue(now: number): Promise<DueWorkflow[]>;
  /** When the next run without owner is due; `null` when none is. */
  nextDueAt(): Promise<number | null>;

  // --- steps for other workers -------------------------------------------------------------------------------------

  /**
   * Offers attempts to other workers. Refused for a run that does not belong to a worker at the given epoch, and for a
   * call that has an offer. Durable when it resolves. Returns the calls that were refused.
   */
  offerSteps(offers: readonly StepOffer[]): Promise<StepCallKey[]>;
  /**
   * Takes offers back, if their runs belong to a worker at the given epochs or have ended in its hands: those that
   * nobody has taken, or all of them. Durable when it resolves. Returns the calls whose offers are gone by this: nobody
   * else makes these attempts.
   */
  withdrawOffers(calls: readonly OwnedCall[], which: 'waiting' | 'all'): Promise<StepCallKey[]>;
  /**
   * Gives offers of other workers' runs, and of runs without an owner, to a worker; those of workflows and runs by
   * turns. Nobody else gets them as long as the worker lives. A worker that is unknown, or was forgotten, gets nothing.
   */
  takeOffers(workerId: WorkerId, request: OfferRequest): Promise<TakenOffer[]>;
  /**
   * Says which of these attempts are still in the hands of the worker, and gives all others that it has taken back, for
   * anybody to take. Not while the worker takes more.
   */
  holdOffers(workerId: WorkerId, held: readonly AttemptKey[]): Promise<AttemptKey[]>;
  /**
   * Puts what a taken attempt says into the inbox of its run; the offer ends with the attempt. `false`, and nothing has
   * happened: the offer is not in the hands of the worker any more. A run that has ended hears nothing.
   */
  tellOwner(workerId: WorkerId, key: AttemptKey, news: AttemptNews, at: number): Promise<boolean>;
  /** The offers of a run by call; of all runs, the oldest first: no more than 1,000. */
  listOffers(runId: RunId | null): Promise<OfferRecord[]>;

  // --- streams -----------------------------------------------------------------------------------------------------

  /**
   * Appends chunks to a stream of a run. Durable when it resolves. When the writer is a step attempt, chunks that its
   * call has written before, in an earlier attempt or an unanswered request, stay where they are. From the first chunk
   * that differs from the one at its position, the earlier chunks are dropped and the new ones appended.
   * @param index The chunks that are not there yet are refused as `moved`, unless they get this index and those after
   *   it, each by its place in the request. Default: any index.
   */
  appendChunks(
    runId: RunId,
    stream: string,
    chunks: readonly Chunk[],
    writer?: ChunkWriter,
    index?: number,
  ): Promise<AppendOutcome>;
  /**
   * The attempt is the last of its call and has written everything: chunks that earlier attempts wrote at
   * `writer.position` or later are dropped. Not for an attempt that another one may follow: readers have those chunks
   * already, and would get them twice if that one wrote the same.
   */
  finishAppends(runId: RunId, stream: string, writer: ChunkWriter): Promise<AppendOutcome>;
  /**
   * The chunks that a step call has written to a stream and that were not dropped, in the order of their positions, up
   * to the first that is missing.
   */
  readStepChunks(runId: RunId, stream: string, call: StepCallKey, range?: StepChunkRange): Promise<StepChunk[]>;
  closeStream(runId: RunId, stream: string): Promise<void>;
  /**
   * Chunks from index `from`, at most `limit`, and no more after the one with which they have `bytesMax` bytes together
   * (a character counts as one). Default: any number of bytes.
   */
  readChunks(runId: RunId, stream: string, from: number, limit: number, bytesMax?: number): Promise<ChunkPage>;
  /** The streams of a run by name. */
  listStreams(runId: RunId): Promise<StreamRecord[]>;

  // --- code and secrets --------------------------------------------------------------------------------------------

  /**
   * Archives a bundle under its build id, and what is known of the steps of that build. Idempotent. Steps may change
   * while the bundle stays: the latest count. Code of steps that is not given again stays.
   */
  saveBundle(bundle: WorkflowBundle, steps?: ArchivedSteps): Promise<void>;
  loadBundle(buildId: BuildId): Promise<WorkflowBundle | null>;
  /** The contracts of the steps of a build; `null`: none were archived. */
  loadContracts(buildId: BuildId): Promise<CodeContracts | null>;
  /** The step bundle of a build; `null`: it was not to be kept. */
  loadStepCode(buildId: BuildId): Promise<string | null>;
  /** How many runs have not ended, by build and workflow. It looks at each of them. */
  countLiveRuns(): Promise<LiveRunCount[]>;
  /** The workflows of which there are runs, in no order. An index leads from one to the next. */
  listWorkflowIds(): Promise<WorkflowId[]>;
  /** How many runs there are, by workflow and status. It looks at each of them. */
  countRuns(): Promise<RunCount[]>;
  /** The room that the store takes, and how much its disk has left. */
  measure(): Promise<StoreSize>;
  /**
   * Lists what this room is for; nothing where the store cannot tell. In SQLite a thread of its own reads the whole
   * file for it, about 400 MB in a second.
   */
  measureParts(): Promise<StorePart[]>;
  /**
   * Joins the project that the store belongs to. A store without one, or with the former name, belongs to this project
   * from then on.
   * @throws `world_project_differs`.
   */
  joinProject(project: ProjectIdentity): Promise<void>;
  /** The secret of this store (at least 32 random bytes, in hex), created with the store. */
  readSecret(): Promise<string>;
  /** Takes runs out of the store for another one, and puts in those of another one. */
  moves(): RunMoves;

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

/** A notice to the subscribers of a World. */
export type Change =
  /** A run was created, claimed, parked or finished, or its journal grew. */
  | { kind: 'run'; runId: RunId; status: RunStatus | null }
  | { kind: 'inbox'; runId: RunId; message: InboxMessage }
  | { kind: 'chunks'; runId: RunId; stream: string }
  /** A run without owner is due at `dueAt`. */
  | { kind: 'due'; dueAt: number }
  /** There are offers to take, or taken ones are gone. */
  | { kind: 'offers' }
  /** Another process changed the store: look again at whatever you wait for. */
  | { kind: 'elsewhere' }
  /** Another process keeps this one from writing; `null`: not any more. Only an SQLite file says so. */
  | { kind: 'blocked'; error: Error | null }
  /** The store cannot be used any more: every call rejects with this error from now on. */
  | { kind: 'gone'; error: Error };
