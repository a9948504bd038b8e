/** The World in a PostgreSQL database: any number of processes on any number of machines share it. */
import { randomUUID } from 'node:crypto';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import type { CodeContracts } from '../../contract/code-contracts.ts';
import type { JournalEvent, Payload } from '../../journal/events.ts';
import { assertCommit, assertNewRun } from '../commit-rules.ts';
import { worldError } from '../messages.ts';
import type { StoreTime, TimedWorld } from '../store-time.ts';
import type * as W from '../world.ts';
import * as bundles from './bundles.ts';
import { ChangeFeed } from './change-feed.ts';
import * as claims from './claims.ts';
import { Commits } from './commits.ts';
import { connect, type DatabaseConnection, type PostgresOptions } from './connection.ts';
import { deleteRuns, purgeExpired } from './delete-runs.ts';
import type { Database } from './database.ts';
import { DatabaseClock } from './database-clock.ts';
import { readJournal, readTroubles } from './events.ts';
import * as hooks from './hooks.ts';
import * as inbox from './inbox.ts';
import { Lanes } from '../lanes.ts';
import { LeaseChannel } from './lease-channel.ts';
import { countLiveRuns, countRuns, listRuns, listWorkflowIds } from './list-runs.ts';
import { measure, measureParts } from './measure.ts';
import * as offers from './offers.ts';
import { PostgresMoves } from './postgres-moves.ts';
import type { BusyRuns, DueWorkflow } from '../fair-places.ts';
import * as receipts from './receipts.ts';
import { rewriteValues } from './rewrite-values.ts';
import { findRow, toRecord } from './run-row.ts';
import type { Notice, Session } from './session.ts';
import * as streams from './streams.ts';
import * as workers from './workers.ts';

/** A {@link W.World} in the tables of one schema. */
export class PostgresWorld implements W.World, TimedWorld {
  readonly kind = 'postgres';
  /** Tells this connection to the database from others. */
  readonly #instance = randomUUID();
  readonly #options: PostgresOptions;
  readonly #clock = new DatabaseClock();
  readonly #listeners = new Set<(change: W.Change) => void>();
  /** Workers that joined here. */
  readonly #workers = new Set<WorkerId>();
  /** Callers have times of the database, and not of this machine. */
  #isInStoreTime = false;
  #opening: Promise<Open> | null = null;
  #open: Open | null = null;
  #closing: Promise<void> | null = null;
  readonly #lanes = new Lanes();
  readonly #moves = new PostgresMoves({
    request: (work) => this.#request(({ db }) => work(db)),
    releaseDead: (now) => this.releaseDead(now),
  });
  /** No lease ends before this time, by the clock of the database. */
  #noneDeadUntil = -Infinity;
  /** Requests that are under way. */
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(options: PostgresOptions) {
    this.#options = options;
  }

  async open({ creates = true }: W.WorldOpenOptions = {}): Promise<void> {
    if (this.#closing) throw worldError('world_closed', { store: this.#name });
    this.#opening ??= this.#connect(creates);
    try {
      this.#open = await this.#opening;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }

  useStoreTime(): StoreTime {
    this.#isInStoreTime = true;
    this.#clock.start((compare) => this.#ask(compare));
    return this.#clock;
  }

  backup(): Promise<void> {
    return Promise.reject(worldError('world_backup_elsewhere', { database: this.#name }));
  }

  async rest(): Promise<void> {
    await this.#open?.connection.rest();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async nameRun(runId: RunId): Promise<RunId> {
    return runId;
  }

  async createRun(run: W.NewRun): Promise<W.CreateOutcome> {
    assertNewRun(run);
    return this.#request(({ commits }) => commits.createRun(run));
  }

  async commit(commit: W.RunCommit): Promise<W.CommitOutcome> {
    assertCommit(commit);
    return this.#request(({ commits }) => commits.commit(commit));
  }

  async readRun(runId: RunId): Promise<W.RunRecord | null> {
    const row = await this.#ask((session) => findRow(session, runId));
    return row ? toRecord(row) : null;
  }

  readJournal(runId: RunId, afterSeq = 0, bytesMax?: number): Promise<JournalEvent[]> {
    return this.#ask((session) => readJournal(session, runId, afterSeq, bytesMax));
  }

  readTroubles(runIds: readonly RunId[]): Promise<W.RunTroubleEvent[]> {
    return this.#ask((session) => readTroubles(session, runIds));
  }

  listRuns(filter: W.RunFilter): Promise<W.RunPage> {
    return this.#ask((session) => listRuns(session, filter));
  }

  deleteRuns(runIds: readonly RunId[]): Promise<number> {
    return this.#request(({ db }) => deleteRuns(db, runIds));
  }

  purgeExpired(now: number, limit: number): Promise<number> {
    return this.#request(({ db }) => purgeExpired(db, now, limit));
  }

  rewriteValues(runId: RunId, changes: readonly W.ValueChange[]): Promise<void> {
    return this.#transact((session) => rewriteValues(session, runId, changes));
  }

  deliver(runId: RunId, message: W.InboxContent, at: number): Promise<W.DeliverOutcome> {
    return this.#ask((session) => inbox.deliver(session, runId, message, at));
  }

  deliverToHook(
    token: string,
    payload: Payload,
    at: number,
    options: W.HookDeliveryOptions = {},
  ): Promise<W.HookDelivery> {
    return this.#ask((session) => inbox.deliverToHook(session, token, { payload, at, ...options }));
  }

  findReceipt(token: string, id: string): Promise<W.KeptReceipt | null> {
    return this.#ask((session) => receipts.findReceipt(session, token, id));
  }

  listReceipts(runId: RunId): Promise<W.TokenReceipt[]> {
    return this.#ask((session) => receipts.listReceipts(session, runId));
  }

  readInbox(runId: RunId, afterN = 0): Promise<W.InboxMessage[]> {
    return this.#ask((session) => inbox.readInbox(session, runId, afterN));
  }

  readInboxesOf(workerId: WorkerId): Promise<W.PendingMessages[]> {
    return this.#ask((session) => inbox.readInboxesOf(session, workerId));
  }

  findHook(token: string): Promise<W.FoundHook | null> {
    return this.#ask((session) => hooks.findHook(session, token));
  }

  listHooks(filter: W.HookFilter): Promise<W.HookPage> {
    return this.#ask((session) => hooks.listHooks(session, filter));
  }

  async joinWorker(workerId: WorkerId, leaseUntil: number): Promise<void> {
    const instance = this.#instance;
    await this.#transact(async (session) => {
      const [until] = await this.#toDatabaseTimes(session, leaseUntil);
      const now = await this.#clock.translate(session, Date.now());
      await workers.joinWorker(session, { workerId, instance, leaseUntil: until!, now });
    });
    this.#workers.add(workerId);
  }

  renewWorker(workerId: WorkerId, leaseUntil: number): Promise<boolean> {
    return this.#ask(async (session) => {
      const [until] = await this.#toDatabaseTimes(session, leaseUntil);
      return (await session.run(workers.RENEW, [workerId, until])) > 0;
    });
  }

  keepLease(workerId: WorkerId, options: W.KeepLeaseOptions): Promise<W.KeptLease> {
    return this.#request(
      async ({ leases }) =>
        (await leases?.keep(workerId, { ...options, isInStoreTime: this.#isInStoreTime })) ?? NOT_KEPT,
    );
  }

  async leaveWorker(workerId: WorkerId): Promise<void> {
    this.#open?.leases?.drop(workerId);
    await this.#transact((session) => workers.leaveWorker(session, workerId));
    this.#workers.delete(workerId);
  }

  async releaseDead(now: number): Promise<number> {
    const leasesUntil = await this.#ask(async (session) => {
      const [time] = await this.#toDatabaseTimes(session, now);
      if (time! <= this.#noneDeadUntil) return null;
      const firstEnd = (await workers.firstLeaseEnd(session)) ?? Infinity;
      // Leases only grow. A worker that joins meanwhile may have a shorter one.
      this.#noneDeadUntil = Math.min(firstEnd, time! + LOOK_FOR_DEAD_MS);
      return firstEnd < time! ? time! : null;
    });
    if (leasesUntil === null) return 0;
    return await this.#transact((session) => workers.releaseDead(session, now, leasesUntil));
  }

  hasWorker(now: number, except = ''): Promise<boolean> {
    return this.#ask(async (session) => {
      const [time] = await this.#toDatabaseTimes(session, now);
      return await workers.hasWorker(session, time!, except);
    });
  }

  listWorkers(now: number): Promise<W.WorkerRecord[]> {
    return this.#ask(async (session) => {
      const [time] = await this.#toDatabaseTimes(session, now);
      const found = await workers.listWorkers(session);
      return found.map((worker) => ({ ...worker, leaseUntil: worker.leaseUntil - time! + now }));
    });
  }

  claimDue(workerId: WorkerId, now: number, limit: number, busy?: BusyRuns): Promise<W.ClaimedRun[]> {
    return this.#request(({ db }) => claims.claimDue(db, workerId, { now, limit, busy }));
  }

  claimRun(workerId: WorkerId, runId: RunId): Promise<W.ClaimedRun | null> {
    return this.#request(({ db }) => claims.claimRun(db, workerId, runId));
  }

  listOwned(workerId: WorkerId): Promise<W.OwnedRun[]> {
    return this.#ask((session) => claims.listOwned(session, workerId));
  }

  wakeParked(now: number): Promise<void> {
    return this.#ask((session) => claims.wakeParked(session, now));
  }

  listDue(now: number): Promise<DueWorkflow[]> {
    return this.#ask((session) => claims.listDue(session, now));
  }

  nextDueAt(): Promise<number | null> {
    return this.#ask((session) => claims.nextDueAt(session));
  }

  offerSteps(steps: readonly W.StepOffer[]): Promise<W.StepCallKey[]> {
    return this.#ask((session) => offers.offerSteps(session, steps));
  }

  withdrawOffers(calls: readonly W.OwnedCall[], which: 'waiting' | 'all'): Promise<W.StepCallKey[]> {
    return this.#ask((session) => offers.withdrawOffers(session, calls, which));
  }

  takeOffers(workerId: WorkerId, request: W.OfferRequest): Promise<W.TakenOffer[]> {
    return this.#ask((session) => offers.takeOffers(session, workerId, request));
  }

  holdOffers(workerId: WorkerId, held: readonly W.AttemptKey[]): Promise<W.AttemptKey[]> {
    return this.#ask((session) => offers.holdOffers(session, workerId, held));
  }

  tellOwner(workerId: WorkerId, key: W.AttemptKey, news: W.AttemptNews, at: number): Promise<boolean> {
    return this.#ask((session) => offers.tellOwner(session, workerId, key, { news, at }));
  }

  listOffers(runId: RunId | null): Promise<W.OfferRecord[]> {
    return this.#ask((session) => offers.listOffers(session, runId));
  }

  appendChunks(
    runId: RunId,
    stream: string,
    chunks: readonly W.Chunk[],
    writer?: W.ChunkWriter,
    index?: number,
  ): Promise<W.AppendOutcome> {
    // Copied now, because the caller may reuse a buffer.
    const copies = chunks.map((chunk) => (typeof chunk === 'string' ? chunk : new Uint8Array(chunk)));
    const named = { runId, name: stream };
    return this.#request(({ db }) =>
      this.#inStream(named, () => streams.appendChunks(db, named, copies, { writer, index })),
    );
  }

  finishAppends(runId: RunId, stream: string, writer: W.ChunkWriter): Promise<W.AppendOutcome> {
    const named = { runId, name: stream };
    const finish = (session: Session) => streams.finishAppends(session, named, writer);
    return this.#request(({ db }) => this.#inStream(named, () => db.transaction(finish)));
  }

  closeStream(runId: RunId, stream: string): Promise<void> {
    const named = { runId, name: stream };
    const close = (session: Session) => streams.closeStream(session, named);
    return this.#request(({ db }) => this.#inStream(named, () => db.transaction(close)));
  }

  readChunks(runId: RunId, stream: string, from: number, limit: number, bytesMax?: number): Promise<W.ChunkPage> {
    return this.#ask((session) => streams.readChunks(session, { runId, name: stream }, from, limit, bytesMax));
  }

  readStepChunks(
    runId: RunId,
    stream: string,
    call: W.StepCallKey,
    range: W.StepChunkRange = {},
  ): Promise<W.StepChunk[]> {
    return this.#ask((session) => streams.readStepChunks(session, { runId, name: stream }, call, range));
  }

  listStreams(runId: RunId): Promise<W.StreamRecord[]> {
    return this.#ask((session) => streams.listStreams(session, runId));
  }

  saveBundle(bundle: WorkflowBundle, steps?: W.ArchivedSteps): Promise<void> {
    return this.#ask((session) => bundles.saveBundle(session, bundle, steps));
  }

  loadBundle(buildId: BuildId): Promise<WorkflowBundle | null> {
    return this.#ask((session) => bundles.loadBundle(session, buildId));
  }

  loadContracts(buildId: BuildId): Promise<CodeContracts | null> {
    return this.#ask((session) => bundles.loadContracts(session, buildId));
  }

  loadStepCode(buildId: BuildId): Promise<string | null> {
    return this.#ask((session) => bundles.loadStepCode(session, buildId));
  }

  countLiveRuns(): Promise<W.LiveRunCount[]> {
    return this.#ask((session) => countLiveRuns(session));
  }

  listWorkflowIds(): Promise<WorkflowId[]> {
    return this.#ask((session) => listWorkflowIds(session));
  }

  countRuns(): Promise<W.RunCount[]> {
    return this.#ask((session) => countRuns(session));
  }

  measure(): Promise<W.StoreSize> {
    return this.#ask((session) => measure(session));
  }

  measureParts(): Promise<W.StorePart[]> {
    return this.#ask((session) => measureParts(session));
  }

  joinProject(project: W.ProjectIdentity): Promise<void> {
    return this.#transact((session) => bundles.joinProject(session, project, this.#name));
  }

  readSecret(): Promise<string> {
    return this.#ask((session) => bundles.readSecret(session));
  }

  moves(): W.RunMoves {
    return this.#moves;
  }

  subscribe(listener: (change: W.Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #connect(creates: boolean): Promise<Open> {
    const connection = await connect(this.#options, {
      creates,
      instance: this.#instance,
      publish: (notices) => this.#publish(notices),
    });
    const { db } = connection;
    await db.ask((session) => this.#clock.compare(session));
    const feed = new ChangeFeed({
      connection,
      instance: this.#instance,
      isHere: (workerId) => this.#workers.has(workerId),
      tell: (changes) => this.#tell(changes),
    });
    feed.start();
    const { url, schema, applicationName } = connection;
    // Whoever stops the process means that its lease may end.
    const leases = url === null || this.#options.rests ? null : new LeaseChannel({ url, schema, applicationName });
    return { connection, db, feed, leases, commits: new Commits(db) };
  }

  async #close(): Promise<void> {
    const open = await this.#opening?.catch(() => null);
    this.#clock.stop();
    this.#open = null;
    await Promise.allSettled(this.#underWay);
    await Promise.all([open?.feed.stop(), open?.leases?.close()]);
    await open?.connection.close();
  }

  /** A request of a single statement, or of reads that need not fit together. */
  #ask<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#request(({ db }) => db.ask(work));
  }

  #transact<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#request(({ db }) => db.transaction(work));
  }

  async #request<Result>(work: (open: Open) => Promise<Result>): Promise<Result> {
    if (!this.#open || this.#closing) throw worldError('world_closed', { store: this.#name });
    const request = work(this.#open);
    this.#underWay.add(request);
    try {
      return await request;
    } finally {
      this.#underWay.delete(request);
    }
  }

  /** Requests for one stream keep their order. */
  #inStream<Result>({ runId, name }: streams.StreamName, request: () => Promise<Result>): Promise<Result> {
    return this.#lanes.inOrder(`${runId} ${name}`, request);
  }

  async #toDatabaseTimes(session: Session, ...times: number[]): Promise<number[]> {
    if (this.#isInStoreTime) return times;
    return await Promise.all(times.map((time) => this.#clock.translate(session, time)));
  }

  #publish(notices: readonly Notice[]): void {
    if (notices.length === 0) return;
    this.#tell(notices.map(({ change }) => change));
    this.#open?.feed.send(notices);
  }

  #tell(changes: readonly W.Change[]): void {
    for (const change of changes) for (const listener of this.#listeners) listener(change);
  }

  get #name(): string {
    return this.#options.name;
  }
}

/** An open database, and what works on it. */
interface Open {
  connection: DatabaseConnection;
  db: Database;
  feed: ChangeFeed;
  /** `null`: no thread can reach the database, or none is to keep the lease of a process at rest. */
  leases: LeaseChannel | null;
  commits: Commits;
}

/** How long to trust that no lease ends. */
const LOOK_FOR_DEAD_MS = 10_000;

/** A lease that only its worker renews. */
const NOT_KEPT: W.KeptLease = { until: 0, showLife: () => {} };
