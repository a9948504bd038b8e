/**
 * A World over several others: the databases of `WORKFLOW_DATABASE_URLS`. The id of a run names its database, and all
 * that belongs to a run is there. Effects on runs of other databases go as letters (`letters.ts`), tokens are unique by
 * notes (`token-notes.ts`), and lists are merged (`merge-lists.ts`).
 */
import { atPlace, placeOf } from '../../contract/run-place.ts';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import type { CodeContracts } from '../../contract/code-contracts.ts';
import type { JournalEvent, Payload } from '../../journal/events.ts';
import { projectCommit, type CommitProjection } from '../../journal/projection.ts';
import { assertCommit, assertNewRun } from '../commit-rules.ts';
import { worldError } from '../messages.ts';
import { addParts, addSizes } from '../store-size.ts';
import type * as W from '../world.ts';
import { claimFromAll } from './claim-runs.ts';
import { joinDatabases } from './database-set.ts';
import { INTERNAL, isInternal } from './internal-runs.ts';
import { LetterBox } from './letter-box.ts';
import { splitEffects } from './letters.ts';
import type { BusyRuns, DueWorkflow } from '../fair-places.ts';
import { mergeRunCounts, mergeWorkers } from './merge-counts.ts';
import { mergeLists } from './merge-lists.ts';
import { numberOf, TokenNotes } from './token-notes.ts';

/** How runs are spread. */
export interface Spread {
  /** The number of the database of a run. */
  placeOf(runId: RunId): number;
  /** The number of the database that answers for a key or a token; less than `homes`. */
  homeOf(text: string, homes: number): number;
}

const BY_ID: Spread = { placeOf, homeOf: numberOf };

/** A {@link W.World} whose runs are in several others. */
export class ShardedWorld implements W.World {
  readonly kind: string;
  readonly #worlds: readonly W.World[];
  readonly #spread: Spread;
  readonly #letters: LetterBox;
  /** Tokens of open hooks, as far as this process knows of them. */
  readonly #tokens = new Map<RunId, Map<number, string>>();
  #notes: TokenNotes | null = null;
  #homes = 1;

  /**
   * @param worlds The first has the runs whose ids name no database. New ones come at the end.
   * @param spread Default: ids name databases.
   */
  constructor(worlds: readonly W.World[], spread = BY_ID) {
    this.kind = worlds[0]!.kind;
    this.#worlds = worlds;
    this.#spread = spread;
    this.#letters = new LetterBox(worlds);
  }

  async open(options?: W.WorldOpenOptions): Promise<void> {
    await this.#all((world) => world.open(options));
    if (this.#notes) return;
    this.#homes = await joinDatabases(this.#worlds);
    const homeOf = (token: string): W.World => this.#worlds[this.#homeOf(token)]!;
    this.#notes = new TokenNotes({ homeOf, worldOf: (runId) => this.#worldOf(runId) });
  }

  backup(file: string): Promise<void> {
    return this.#worlds[0]!.backup(file);
  }

  async rest(): Promise<void> {
    await this.#letters.settled();
    await this.#all((world) => world.rest());
  }

  async close(): Promise<void> {
    await this.#letters.settled();
    await this.#all((world) => world.close());
  }

  async nameRun(runId: RunId, key: string | null): Promise<RunId> {
    return atPlace(runId, key === null ? numberOf(runId, this.#worlds.length) : this.#homeOf(key));
  }

  // --- the journal -------------------------------------------------------------------------------------------------

  async createRun(run: W.NewRun): Promise<W.CreateOutcome> {
    assertNewRun(run);
    const world = this.#worldOf(run.runId);
    const projection = projectCommit(run.events);
    const key = projection.created?.key ?? null;
    if (key !== null && this.#spread.placeOf(run.runId) !== this.#homeOf(key))
      throw worldError('world_key_misplaced', { runId: run.runId });
    const conflicts = await this.#noteTokens(run.runId, 0, projection);
    if (conflicts) return conflicts;
    const { letters, ...own } = splitEffects({ ...run, epoch: 0 }, this.#spread);
    const outcome = await world.createRun({ ...withoutEffects(run), ...own });
    if (!outcome.ok) return outcome;
    this.#trackTokens(run.runId, projection);
    await this.#letters.send(letters);
    return outcome;
  }

  async commit(commit: W.RunCommit): Promise<W.CommitOutcome> {
    assertCommit(commit);
    const world = this.#worldOf(commit.runId);
    const projection = projectCommit(commit.events);
    const conflicts = await this.#noteTokens(commit.runId, commit.afterSeq, projection);
    if (conflicts) return conflicts;
    const { letters, ...own } = splitEffects(commit, this.#spread);
    const outcome = await world.commit({ ...withoutEffects(commit), ...own });
    if (!outcome.ok) return outcome;
    this.#trackTokens(commit.runId, projection);
    await this.#letters.send(letters);
    return outcome;
  }

  async readRun(runId: RunId): Promise<W.RunRecord | null> {
    return await this.#worldOf(runId).readRun(runId);
  }

  async readJournal(runId: RunId, afterSeq?: number, bytesMax?: number): Promise<JournalEvent[]> {
    return await this.#worldOf(runId).readJournal(runId, afterSeq, bytesMax);
  }

  async readTroubles(runIds: readonly RunId[]): Promise<W.RunTroubleEvent[]> {
    const byPlace = Map.groupBy(runIds, (runId) => this.#worldOf(runId));
    return (await Promise.all([...byPlace].map(([world, own]) => world.readTroubles(own)))).flat();
  }

  async listRuns(filter: W.RunFilter): Promise<W.RunPage> {
    const { entries, cursor } = await mergeLists(this.#worlds, {
      limit: filter.limit,
      cursor: filter.cursor,
      async list(world, limit, at) {
        const { cursor: _, ...rest } = filter;
        const page = await world.listRuns({ ...rest, limit, ...(at !== undefined && { cursor: at }) });
        return { entries: page.runs, cursor: page.cursor };
      },
      orderOf: ({ createdAt, runId }) => `${String(createdAt).padStart(TIME_DIGITS, '0')} ${runId}`,
      isHidden: ({ runId }) => isInternal(runId),
    });
    return { runs: entries, cursor };
  }

  async deleteRuns(runIds: readonly RunId[]): Promise<number> {
    const byPlace = Map.groupBy(runIds, (runId) => this.#worldOf(runId));
    const counts = await Promise.all([...byPlace].map(([world, own]) => world.deleteRuns(own)));
    return sum(counts);
  }

  async purgeExpired(now: number, limit: number): Promise<number> {
    let count = 0;
    for (const world of this.#worlds) if (count < limit) count += await world.purgeExpired(now, limit - count);
    return count;
  }

  async rewriteValues(runId: RunId, changes: readonly W.ValueChange[]): Promise<void> {
    await this.#worldOf(runId).rewriteValues(runId, changes);
  }

  // --- messages from outside ---------------------------------------------------------------------------------------

  async deliver(runId: RunId, message: W.InboxContent, at: number): Promise<W.DeliverOutcome> {
    return await this.#worldOf(runId).deliver(runId, message, at);
  }

  async deliverToHook(
    token: string,
    payload: Payload,
    at: number,
    options: W.HookDeliveryOptions = {},
  ): Promise<W.HookDelivery> {
    for (let before: RunId | null = null; ;) {
      const hook = await this.findHook(token);
      // After the hook was found: what it may have got elsewhere it got before it came here.
      const { receipt } = options;
      const kept = receipt && (await this.findReceipt(token, receipt.id));
      if (kept) return { ok: false, reason: 'repeated', ...kept };
      if (!hook) return { ok: false, reason: 'not_found' };
      const outcome = await this.#worldOf(hook.runId).deliverToHook(token, payload, at, options);
      // The token may have gone to a run of another database meanwhile.
      if (outcome.ok || outcome.reason !== 'not_found' || hook.runId === before) return outcome;
      before = hook.runId;
    }
  }

  findReceipt(token: string, id: string): Promise<W.KeptReceipt | null> {
    return this.#first((world) => world.findReceipt(token, id));
  }

  async listReceipts(runId: RunId): Promise<W.TokenReceipt[]> {
    return await this.#worldOf(runId).listReceipts(runId);
  }

  async readInbox(runId: RunId, afterN?: number): Promise<W.InboxMessage[]> {
    return await this.#worldOf(runId).readInbox(runId, afterN);
  }

  async readInboxesOf(workerId: WorkerId): Promise<W.PendingMessages[]> {
    return (await this.#all((world) => world.readInboxesOf(workerId))).flat();
  }

  findHook(token: string): Promise<W.FoundHook | null> {
    return this.#first((world) => world.findHook(token));
  }

  async listHooks(filter: W.HookFilter): Promise<W.HookPage> {
    const { runId } = filter;
    if (runId !== undefined) return await this.#worldOf(runId).listHooks(filter);
    const { entries, cursor } = await mergeLists(this.#worlds, {
      limit: filter.limit,
      cursor: filter.cursor,
      async list(world, limit, at) {
        const page = await world.listHooks({ limit, ...(at !== undefined && { cursor: at }) });
        return { entries: page.hooks, cursor: page.cursor };
      },
      // The newest run first, and the first call within one.
      orderOf: ({ runId: of, call }) => `${of} ${String(CALLS_MAX - call).padStart(CALL_DIGITS, '0')}`,
      isHidden: () => false,
    });
    return { hooks: entries, cursor };
  }

  // --- ownership ---------------------------------------------------------------------------------------------------

  async joinWorker(workerId: WorkerId, leaseUntil: number): Promise<void> {
    await this.#all((world) => world.joinWorker(workerId, leaseUntil));
  }

  async renewWorker(workerId: WorkerId, leaseUntil: number): Promise<boolean> {
    const known = await this.#all((world) => world.renewWorker(workerId, leaseUntil));
    if (known.every(Boolean)) return true;
    // It owns nothing any more, anywhere.
    await this.#all((world) => world.leaveWorker(workerId));
    return false;
  }

  async keepLease(workerId: WorkerId, options: W.KeepLeaseOptions): Promise<W.KeptLease> {
    const leases = await this.#all((world) => world.keepLease(workerId, options));
    return {
      get until(): number {
        return Math.min(...leases.map((lease) => lease.until));
      },
      showLife(): void {
        for (const lease of leases) lease.showLife();
      },
    };
  }

  async leaveWorker(workerId: WorkerId): Promise<void> {
    await this.#all((world) => world.leaveWorker(workerId));
  }

  async releaseDead(now: number): Promise<number> {
    return sum(await this.#all((world) => world.releaseDead(now)));
  }

  async hasWorker(now: number, except?: WorkerId): Promise<boolean> {
    return (await this.#all((world) => world.hasWorker(now, except))).some(Boolean);
  }

  async listWorkers(now: number): Promise<W.WorkerRecord[]> {
    return mergeWorkers((await this.#all((world) => world.listWorkers(now))).flat());
  }

  async claimDue(workerId: WorkerId, now: number, limit: number, busy?: BusyRuns): Promise<W.ClaimedRun[]> {
    const claimed = await claimFromAll(this.#worlds, { workerId, now, limit, busy });
    return await this.#withoutLetters(claimed, now);
  }

  async claimRun(workerId: WorkerId, runId: RunId): Promise<W.ClaimedRun | null> {
    const claimed = await this.#worldOf(runId).claimRun(workerId, runId);
    if (claimed) this.#trackClaimed(claimed);
    return claimed;
  }

  async listOwned(workerId: WorkerId): Promise<W.OwnedRun[]> {
    const owned = await this.#all((world) => world.listOwned(workerId));
    for (const [i, own] of owned.entries())
      for (const run of own) if (isInternal(run.runId)) this.#letters.adopt(this.#worlds[i]!, run);
    return owned.flat().filter(({ runId }) => !isInternal(runId));
  }

  async wakeParked(now: number): Promise<void> {
    await this.#all((world) => world.wakeParked(now));
  }

  async listDue(now: number): Promise<DueWorkflow[]> {
    const all = (await this.#all((world) => world.listDue(now))).flat().toSorted((a, b) => b.dueAt - a.dueAt);
    const first = new Map(all.map((due) => [due.workflowId, due]));
    first.delete(INTERNAL);
    return [...first.values()];
  }

  async nextDueAt(): Promise<number | null> {
    const times = (await this.#all((world) => world.nextDueAt())).filter((time) => time !== null);
    if (this.#letters.isWaiting) times.push(0);
    return times.length === 0 ? null : Math.min(...times);
  }

  // --- steps for other workers -------------------------------------------------------------------------------------

  async offerSteps(offers: readonly W.StepOffer[]): Promise<W.StepCallKey[]> {
    return await this.#inPlaces(offers, (world, own) => world.offerSteps(own));
  }

  async withdrawOffers(calls: readonly W.OwnedCall[], which: 'waiting' | 'all'): Promise<W.StepCallKey[]> {
    return await this.#inPlaces(calls, (world, own) => world.withdrawOffers(own, which));
  }

  async takeOffers(workerId: WorkerId, request: W.OfferRequest): Promise<W.TakenOffer[]> {
    const taken: W.TakenOffer[] = [];
    for (const world of this.#worlds) {
      const limit = request.limit - taken.length;
      if (limit > 0) taken.push(...(await world.takeOffers(workerId, { ...request, limit })));
    }
    return taken;
  }

  async holdOffers(workerId: WorkerId, held: readonly W.AttemptKey[]): Promise<W.AttemptKey[]> {
    // Each database gives back what is not among these.
    const still = await this.#all((world) =>
      world.holdOffers(
        workerId,
        held.filter(({ runId }) => this.#worldOf(runId) === world),
      ),
    );
    return still.flat();
  }

  async tellOwner(workerId: WorkerId, key: W.AttemptKey, news: W.AttemptNews, at: number): Promise<boolean> {
    return await this.#worldOf(key.runId).tellOwner(workerId, key, news, at);
  }

  async listOffers(runId: RunId | null): Promise<W.OfferRecord[]> {
    if (runId !== null) return await this.#worldOf(runId).listOffers(runId);
    return (await this.#all((world) => world.listOffers(null))).flat().sort((a, b) => a.at - b.at);
  }

  /** Asks each database for what is there. */
  async #inPlaces<Item extends { runId: RunId }, Result>(
    items: readonly Item[],
    ask: (world: W.World, own: readonly Item[]) => Promise<Result[]>,
  ): Promise<Result[]> {
    const byPlace = Map.groupBy(items, ({ runId }) => this.#worldOf(runId));
    return (await Promise.all([...byPlace].map(([world, own]) => ask(world, own)))).flat();
  }

  // --- streams -----------------------------------------------------------------------------------------------------

  async appendChunks(
    runId: RunId,
    stream: string,
    chunks: readonly W.Chunk[],
    writer?: W.ChunkWriter,
    index?: number,
  ): Promise<W.AppendOutcome> {
    this.#assertBeside(runId, writer);
    return await this.#worldOf(runId).appendChunks(runId, stream, chunks, writer, index);
  }

  async finishAppends(runId: RunId, stream: string, writer: W.ChunkWriter): Promise<W.AppendOutcome> {
    this.#assertBeside(runId, writer);
    return await this.#worldOf(runId).finishAppends(runId, stream, writer);
  }

  async closeStream(runId: RunId, stream: string): Promise<void> {
    await this.#worldOf(runId).closeStream(runId, stream);
  }

  async readChunks(runId: RunId, stream: string, from: number, limit: number, bytesMax?: number): Promise<W.ChunkPage> {
    return await this.#worldOf(runId).readChunks(runId, stream, from, limit, bytesMax);
  }

  async readStepChunks(
    runId: RunId,
    stream: string,
    call: W.StepCallKey,
    range?: W.StepChunkRange,
  ): Promise<W.StepChunk[]> {
    return await this.#worldOf(runId).readStepChunks(runId, stream, call, range);
  }

  async listStreams(runId: RunId): Promise<W.StreamRecord[]> {
    return await this.#worldOf(runId).listStreams(runId);
  }

  // --- code and secrets --------------------------------------------------------------------------------------------

  async saveBundle(bundle: WorkflowBundle, steps?: W.ArchivedSteps): Promise<void> {
    await this.#all((world) => world.saveBundle(bundle, steps));
  }

  loadBundle(buildId: BuildId): Promise<WorkflowBundle | null> {
    return this.#first((world) => world.loadBundle(buildId));
  }

  loadContracts(buildId: BuildId): Promise<CodeContracts | null> {
    return this.#first((world) => world.loadContracts(buildId));
  }

  loadStepCode(buildId: BuildId): Promise<string | null> {
    return this.#first((world) => world.loadStepCode(buildId));
  }

  async countLiveRuns(): Promise<W.LiveRunCount[]> {
    const counts = new Map<string, W.LiveRunCount>();
    for (const count of (await this.#all((world) => world.countLiveRuns())).flat()) {
      if (count.workflowId === INTERNAL) continue;
      const name = JSON.stringify([count.buildId, count.workflowId]);
      const known = counts.get(name);
      counts.set(name, { ...count, runs: count.runs + (known?.runs ?? 0) });
    }
    return [...counts.values()];
  }

  async listWorkflowIds(): Promise<WorkflowId[]> {
    return [...new Set((await this.#all((world) => world.listWorkflowIds())).flat())];
  }

  async countRuns(): Promise<W.RunCount[]> {
    return mergeRunCounts((await this.#all((world) => world.countRuns())).flat());
  }

  async measure(): Promise<W.StoreSize> {
    return addSizes(await this.#all((world) => world.measure()));
  }

  async measureParts(): Promise<W.StorePart[]> {
    return addParts((await this.#all((world) => world.measureParts())).flat());
  }

  async joinProject(project: W.ProjectIdentity): Promise<void> {
    for (const world of this.#worlds) await world.joinProject(project);
  }

  readSecret(): Promise<string> {
    return this.#worlds[0]!.readSecret();
  }

  /** @throws `world_moves_unsupported`: letters between databases, and notes of tokens, would stay behind. */
  moves(): W.RunMoves {
    throw worldError('world_moves_unsupported', { store: `${this.kind}, several databases` });
  }

  subscribe(listener: (change: W.Change) => void): () => void {
    const stops = this.#worlds.map((world) =>
      world.subscribe((change) => {
        if (!('runId' in change && isInternal(change.runId))) listener(change);
      }),
    );
    return () => stops.forEach((stop) => stop());
  }

  /** @throws `world_database_unlisted` for a run of a database that this process does not know. */
  #worldOf(runId: RunId): W.World {
    const place = this.#spread.placeOf(runId);
    const world = this.#worlds[place];
    if (world) return world;
    throw worldError('world_database_unlisted', { runId, number: place + 1, known: this.#worlds.length });
  }

  #homeOf(text: string): number {
    return this.#spread.homeOf(text, this.#homes);
  }

  #all<Result>(ask: (world: W.World) => Promise<Result>): Promise<Result[]> {
    return Promise.all(this.#worlds.map(ask));
  }

  async #first<Result>(ask: (world: W.World) => Promise<Result | null>): Promise<Result | null> {
    return (await this.#all(ask)).find((result) => result !== null) ?? null;
  }

  /** The database of a stream looks into the run of its writer, to refuse attempts of earlier owners. */
  #assertBeside(runId: RunId, writer: W.ChunkWriter | undefined): void {
    const { placeOf: of } = this.#spread;
    if (writer && of(writer.runId) !== of(runId))
      throw worldError('world_stream_elsewhere', { runId, writerId: writer.runId });
  }

  async #noteTokens(
    runId: RunId,
    afterSeq: number,
    { openedHooks }: CommitProjection,
  ): Promise<Extract<W.CommitOutcome, { reason: 'tokens_taken' }> | null> {
    if (openedHooks.length === 0) return null;
    const conflicts = await this.#notes!.take(runId, afterSeq, openedHooks);
    return conflicts.length > 0 ? { ok: false, reason: 'tokens_taken', conflicts } : null;
  }

  #trackTokens(runId: RunId, { openedHooks, closedHooks }: CommitProjection): void {
    const open = this.#tokens.get(runId) ?? new Map<number, string>();
    const calls = closedHooks === 'all' ? [...open.keys()] : closedHooks.filter((call) => open.has(call));
    const closed = calls.map((call) => open.get(call)!);
    for (const call of calls) open.delete(call);
    if (closedHooks !== 'all') for (const { call, token } of openedHooks) open.set(call, token);
    if (open.size > 0) this.#tokens.set(runId, open);
    else this.#tokens.delete(runId);
    const free = closed.filter((token) => ![...open.values()].includes(token));
    if (free.length > 0) this.#letters.inBackground(this.#notes!.forget(runId, free));
  }

  #trackClaimed({ run: { runId }, journal }: W.ClaimedRun): void {
    this.#trackTokens(runId, projectCommit(journal));
  }

  async #withoutLetters(claimed: readonly (W.ClaimedRun & { world: W.World })[], now: number): Promise<W.ClaimedRun[]> {
    const runs: W.ClaimedRun[] = [];
    for (const { world, ...one } of claimed) {
      if (isInternal(one.run.runId)) this.#letters.adopt(world, one.run);
      else {
        this.#trackClaimed(one);
        runs.push(one);
      }
    }
    await this.#letters.finish(now);
    return runs;
  }
}

const TIME_DIGITS = 16;
const CALLS_MAX = 2 ** 31;
const CALL_DIGITS = 10;

function withoutEffects<Write extends { outbox?: W.Outbox; appends?: readonly W.StreamAppend[] }>(
  write: Write,
): Omit<Write, 'outbox' | 'appends'> {
  const { outbox: _outbox, appends: _appends, ...rest } = write;
  return rest;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
