/**
 * The World in an SQLite file. Requests go to a writing and a reading thread, so the event loop never waits for the
 * disk.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import type { CodeContracts } from '../../contract/code-contracts.ts';
import type { JournalEvent, Payload } from '../../journal/events.ts';
import { hasGap } from '../../journal/replay-base.ts';
import { assertCommit, assertNewRun } from '../commit-rules.ts';
import { worldError } from '../messages.ts';
import { RECEIPT_KEPT_MS } from '../records.ts';
import type * as W from '../world.ts';
import { collectClaimed, collectRunEvents } from './collect-claimed.ts';
import { EVENTS_AT_ONCE, PAGE_BYTES, toEvent } from '../rows/event-row.ts';
import { measureFiles } from './measure.ts';
import type { DatabaseOptions } from './open-database.ts';
import { SqliteMoves } from './sqlite-moves.ts';
import type { BusyRuns, DueWorkflow } from '../fair-places.ts';
import { createSharedLease, readSharedLease, type SharedLease } from '../threads/shared-lease.ts';
import { toPaths } from './store-paths.ts';
import { ThreadChannel } from './thread-channel.ts';

/** Runs that one request deletes, so that no request holds up the others for long. */
const REMOVED_AT_ONCE = 100;

/** A journal with a gap is read again so often; then it is damaged. */
const JOURNAL_READS_MAX = 5;

/** A {@link W.World} in the file `workflow.db` of a folder. Several processes may use one file. */
export class SqliteWorld implements W.World {
  readonly kind = 'sqlite';
  readonly #moves: W.RunMoves = new SqliteMoves({
    writer: () => this.#writer,
    reader: () => this.#reader,
    sweep: () => this.#sweep(),
  });
  readonly #options: DatabaseOptions;
  readonly #file: string;
  readonly #write: ThreadChannel<'write'>;
  readonly #read: ThreadChannel<'read'>;
  /** By worker, what the writing thread and this one know of its lease. */
  readonly #leases = new Map<WorkerId, SharedLease>();
  readonly #listeners = new Set<(change: W.Change) => void>();
  #opening: Promise<void> | null = null;
  #isOpen = false;
  /** Number of the last commit that was sent in parts. */
  #stagedLast = 0;
  #closing: Promise<void> | null = null;
  /** Why this World stores nothing any more. */
  #gone: Error | null = null;

  constructor(options: DatabaseOptions) {
    const publish = (changes: readonly W.Change[]): void => this.#publish(changes);
    this.#options = { ...options, dataDir: resolve(options.dataDir) };
    this.#file = toPaths(this.#options.dataDir).file;
    this.#write = new ThreadChannel('write', this.#options, publish);
    this.#read = new ThreadChannel('read', this.#options, publish);
    for (const channel of [this.#write, this.#read]) channel.onGone = (error) => this.#onGone(error);
  }

  open({ creates = true }: W.WorldOpenOptions = {}): Promise<void> {
    if (this.#closing) return Promise.reject(worldError('world_closed', { store: this.#file }));
    if (!creates && !this.#opening && !existsSync(this.#file)) {
      return Promise.reject(worldError('world_store_missing', { file: this.#file }));
    }
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async backup(file: string): Promise<void> {
    if (this.#gone) throw this.#gone;
    await this.#apart((thread) => thread.request('backUp', resolve(file)));
  }

  /** In a thread of its own, for what takes as long as reading the file: the others have more urgent things to do. */
  async #apart<Result>(work: (thread: ThreadChannel<'read'>) => Promise<Result>): Promise<Result> {
    const thread = new ThreadChannel('read', this.#options, () => {});
    try {
      return await work(thread);
    } finally {
      await thread.close();
    }
  }

  async rest(): Promise<void> {}

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async nameRun(runId: RunId): Promise<RunId> {
    return runId;
  }

  async createRun(run: W.NewRun): Promise<W.CreateOutcome> {
    assertNewRun(run);
    const { events } = run;
    if (events.length > EVENTS_AT_ONCE)
      return this.#stage(events, (id) => this.#writer.request('createStaged', id, { ...run, events: [] }));
    return this.#writer.request('createRun', run);
  }

  async commit(commit: W.RunCommit): Promise<W.CommitOutcome> {
    assertCommit(commit);
    const { events } = commit;
    if (events.length > EVENTS_AT_ONCE)
      return this.#stage(events, (id) => this.#writer.request('commitStaged', id, { ...commit, events: [] }));
    return this.#writer.request('commitRun', commit);
  }

  async readRun(runId: RunId): Promise<W.RunRecord | null> {
    return this.#reader.request('readRun', runId);
  }

  async readJournal(runId: RunId, afterSeq = 0, bytesMax = Infinity): Promise<JournalEvent[]> {
    for (let reads = 1; ; reads++) {
      const pageBytes = Math.min(bytesMax, PAGE_BYTES);
      const page = await this.#reader.request('readEventPage', runId, afterSeq, pageBytes);
      const journal = await collectRunEvents(this.#reader, { runId, page }, { room: { bytes: bytesMax } });
      // A run that begins anew between two pages leaves a gap.
      if (!hasGap(journal) || reads === JOURNAL_READS_MAX) return journal;
    }
  }

  async readTroubles(runIds: readonly RunId[]): Promise<W.RunTroubleEvent[]> {
    const found = await this.#reader.request('readTroubles', runIds);
    return found.map(({ runId, cells }) => ({ runId, event: toEvent(cells) as W.TroubleEvent }));
  }

  async listRuns(filter: W.RunFilter): Promise<W.RunPage> {
    return this.#reader.request('listRuns', filter);
  }

  async deleteRuns(runIds: readonly RunId[]): Promise<number> {
    let count = 0;
    for (let i = 0; i < runIds.length; i += REMOVED_AT_ONCE) {
      count += await this.#writer.request('deleteRuns', runIds.slice(i, i + REMOVED_AT_ONCE));
    }
    await this.#sweep();
    return count;
  }

  async purgeExpired(now: number, limit: number): Promise<number> {
    let count = 0;
    for (let asked = 0, removed = 0; count < limit && removed === asked; count += removed) {
      asked = Math.min(limit - count, REMOVED_AT_ONCE);
      removed = await this.#writer.request('purgeExpired', now, asked);
    }
    while (!this.#closing && (await this.#writer.request('forgetReceipts', now - RECEIPT_KEPT_MS)));
    await this.#sweep();
    return count;
  }

  async rewriteValues(runId: RunId, changes: readonly W.ValueChange[]): Promise<void> {
    return this.#writer.request('rewriteValues', runId, changes);
  }

  async deliver(runId: RunId, message: W.InboxContent, at: number): Promise<W.DeliverOutcome> {
    return this.#writer.request('deliver', runId, message, at);
  }

  async deliverToHook(
    token: string,
    payload: Payload,
    at: number,
    options: W.HookDeliveryOptions = {},
  ): Promise<W.HookDelivery> {
    return this.#writer.request('deliverToHook', token, { payload, at, ...options });
  }

  async findReceipt(token: string, id: string): Promise<W.KeptReceipt | null> {
    return this.#reader.request('findReceipt', token, id);
  }

  async listReceipts(runId: RunId): Promise<W.TokenReceipt[]> {
    return this.#reader.request('listReceipts', runId);
  }

  async readInbox(runId: RunId, afterN = 0): Promise<W.InboxMessage[]> {
    return this.#reader.request('readInbox', runId, afterN);
  }

  async readInboxesOf(workerId: WorkerId): Promise<W.PendingMessages[]> {
    return this.#reader.request('readInboxesOf', workerId);
  }

  async findHook(token: string): Promise<W.FoundHook | null> {
    return this.#reader.request('findHook', token);
  }

  async listHooks(filter: W.HookFilter): Promise<W.HookPage> {
    return this.#reader.request('listHooks', filter);
  }

  async joinWorker(workerId: WorkerId, leaseUntil: number): Promise<void> {
    return this.#writer.request('joinWorker', workerId, leaseUntil);
  }

  async renewWorker(workerId: WorkerId, leaseUntil: number): Promise<boolean> {
    return this.#writer.request('renewWorker', workerId, leaseUntil);
  }

  async keepLease(workerId: WorkerId, options: W.KeepLeaseOptions): Promise<W.KeptLease> {
    const shared = this.#leases.get(workerId) ?? createSharedLease();
    this.#leases.set(workerId, shared);
    await this.#writer.request('keepLease', workerId, options, shared);
    return readSharedLease(shared);
  }

  async leaveWorker(workerId: WorkerId): Promise<void> {
    return this.#writer.request('leaveWorker', workerId);
  }

  async releaseDead(now: number): Promise<number> {
    return this.#writer.request('releaseDead', now);
  }

  async hasWorker(now: number, except = ''): Promise<boolean> {
    return this.#reader.request('hasWorker', now, except);
  }

  async listWorkers(): Promise<W.WorkerRecord[]> {
    return this.#reader.request('listWorkers');
  }

  async claimDue(workerId: WorkerId, now: number, limit: number, busy?: BusyRuns): Promise<W.ClaimedRun[]> {
    return collectClaimed(this.#reader, await this.#writer.request('claimDue', workerId, now, limit, busy));
  }

  async claimRun(workerId: WorkerId, runId: RunId): Promise<W.ClaimedRun | null> {
    const [claimed] = await collectClaimed(this.#reader, await this.#writer.request('claimRun', workerId, runId));
    return claimed ?? null;
  }

  async listOwned(workerId: WorkerId): Promise<W.OwnedRun[]> {
    return this.#reader.request('listOwned', workerId);
  }

  async wakeParked(now: number): Promise<void> {
    return this.#writer.request('wakeParked', now);
  }

  async listDue(now: number): Promise<DueWorkflow[]> {
    return this.#reader.request('listDue', now);
  }

  async nextDueAt(): Promise<number | null> {
    return this.#reader.request('nextDueAt');
  }

  async offerSteps(offers: readonly W.StepOffer[]): Promise<W.StepCallKey[]> {
    return this.#writer.request('offerSteps', offers);
  }

  async withdrawOffers(calls: readonly W.OwnedCall[], which: 'waiting' | 'all'): Promise<W.StepCallKey[]> {
    return this.#writer.request('withdrawOffers', calls, which);
  }

  async takeOffers(workerId: WorkerId, request: W.OfferRequest): Promise<W.TakenOffer[]> {
    // Most of the time there are none, and writes wait for the disk.
    const hasAny = await this.#reader.request('hasOffers', workerId, request);
    return hasAny ? this.#writer.request('takeOffers', workerId, request) : [];
  }

  async holdOffers(workerId: WorkerId, held: readonly W.AttemptKey[]): Promise<W.AttemptKey[]> {
    return this.#writer.request('holdOffers', workerId, held);
  }

  async tellOwner(workerId: WorkerId, key: W.AttemptKey, news: W.AttemptNews, at: number): Promise<boolean> {
    return this.#writer.request('tellOwner', workerId, key, news, at);
  }

  async listOffers(runId: RunId | null): Promise<W.OfferRecord[]> {
    return this.#reader.request('listOffers', runId);
  }

  async appendChunks(
    runId: RunId,
    stream: string,
    chunks: readonly W.Chunk[],
    writer?: W.ChunkWriter,
    index?: number,
  ): Promise<W.AppendOutcome> {
    // Copied now, because the caller may reuse a buffer; and without the rest of the memory behind a view.
    const copies = chunks.map((chunk) => (typeof chunk === 'string' ? chunk : new Uint8Array(chunk)));
    return this.#writer.request('appendChunks', { runId, name: stream }, copies, writer, index);
  }

  async finishAppends(runId: RunId, stream: string, writer: W.ChunkWriter): Promise<W.AppendOutcome> {
    return this.#writer.request('finishAppends', { runId, name: stream }, writer);
  }

  async closeStream(runId: RunId, stream: string): Promise<void> {
    return this.#writer.request('closeStream', { runId, name: stream });
  }

  async readChunks(runId: RunId, stream: string, from: number, limit: number, bytesMax?: number): Promise<W.ChunkPage> {
    return this.#reader.request('readChunks', { runId, name: stream }, from, limit, bytesMax);
  }

  async readStepChunks(
    runId: RunId,
    stream: string,
    call: W.StepCallKey,
    range: W.StepChunkRange = {},
  ): Promise<W.StepChunk[]> {
    return this.#reader.request('readStepChunks', { runId, name: stream }, call, range);
  }

  async listStreams(runId: RunId): Promise<W.StreamRecord[]> {
    return this.#reader.request('listStreams', runId);
  }

  async saveBundle(bundle: WorkflowBundle, steps?: W.ArchivedSteps): Promise<void> {
    return this.#writer.request('saveBundle', bundle, steps ?? null);
  }

  async loadBundle(buildId: BuildId): Promise<WorkflowBundle | null> {
    return this.#reader.request('loadBundle', buildId);
  }

  async loadContracts(buildId: BuildId): Promise<CodeContracts | null> {
    return this.#reader.request('loadContracts', buildId);
  }

  async loadStepCode(buildId: BuildId): Promise<string | null> {
    return this.#reader.request('loadStepCode', buildId);
  }

  async countLiveRuns(): Promise<W.LiveRunCount[]> {
    return this.#reader.request('countLiveRuns');
  }

  async listWorkflowIds(): Promise<WorkflowId[]> {
    return this.#reader.request('listWorkflowIds');
  }

  async countRuns(): Promise<W.RunCount[]> {
    return this.#reader.request('countRuns');
  }

  measure(): Promise<W.StoreSize> {
    return measureFiles(this.#file);
  }

  measureParts(): Promise<W.StorePart[]> {
    return this.#apart((thread) => thread.request('measureParts'));
  }

  async joinProject(project: W.ProjectIdentity): Promise<void> {
    return this.#writer.request('joinProject', project);
  }

  async readSecret(): Promise<string> {
    return this.#reader.request('readSecret');
  }

  moves(): W.RunMoves {
    return this.#moves;
  }

  subscribe(listener: (change: W.Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #open(): Promise<void> {
    try {
      await this.#write.start();
      this.#isOpen = true;
      // Nobody waits for it: if it fails, the first read tries again and reports why.
      this.#read.start().catch(() => undefined);
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }

  /** Sends events in parts, and then what commits them. */
  async #stage<Outcome>(events: readonly JournalEvent[], commit: (id: number) => Promise<Outcome>): Promise<Outcome> {
    const id = (this.#stagedLast += 1);
    try {
      for (let i = 0; i < events.length; i += EVENTS_AT_ONCE) {
        await this.#writer.request('stageEvents', id, events.slice(i, i + EVENTS_AT_ONCE));
      }
      return await commit(id);
    } catch (error) {
      if (this.#isOpen && !this.#closing) await this.#write.request('dropStaged', id).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Removes the rows of deleted runs bit by bit. When the store closes meanwhile, the next deletion removes the rest.
   */
  async #sweep(): Promise<void> {
    while (!this.#closing && (await this.#writer.request('sweep')));
  }

  /**
   * The files are gone or damaged. Closing the connections saves what it can: if only the log was deleted, the last
   * connection folds it into the database.
   */
  #onGone(error: Error): void {
    if (this.#gone) return;
    this.#gone = error;
    this.#publish([{ kind: 'gone', error }]);
    void this.close();
  }

  async #close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    this.#isOpen = false;
    // The last connection to close folds the log into the database, so it must be the one that may write.
    await this.#read.close();
    await this.#write.close();
  }

  get #writer(): ThreadChannel<'write'> {
    return this.#whenOpen(this.#write);
  }

  get #reader(): ThreadChannel<'read'> {
    return this.#whenOpen(this.#read);
  }

  #whenOpen<Channel>(channel: Channel): Channel {
    if (this.#gone) throw this.#gone;
    if (!this.#isOpen || this.#closing) throw worldError('world_closed', { store: this.#file });
    return channel;
  }

  #publish(changes: readonly W.Change[]): void {
    for (const change of changes) for (const listener of this.#listeners) listener(change);
  }
}
