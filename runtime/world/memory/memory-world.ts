/**
 * The World in memory: the reference implementation, and the disk of simulated processes. Each call takes effect in a
 * later microtask, in the order of the calls. It copies data on the way in and out, as a real store does.
 */
import type { BuildId, RunId, WorkerId, WorkflowId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import type { CodeContracts } from '../../contract/code-contracts.ts';
import type { JournalEvent, Payload } from '../../journal/events.ts';
import { assertSameProject } from '../commit-rules.ts';
import { firstBytesOf } from '../journal-bytes.ts';
import { worldError } from '../messages.ts';
import { isTrouble } from '../records.ts';
import type * as W from '../world.ts';
import {
  claimDue,
  claimRun,
  forgetWorker,
  listOwned,
  listDue,
  nextDueAt,
  releaseDead,
  renewWorker,
  wakeParked,
} from './claims.ts';
import { deliver, deliverToHook, findHook, findReceipt, listReceipts, readInboxesOf } from './inbox.ts';
import { countLiveRuns, countRuns, listHooks, listRuns, listWorkers, listWorkflowIds } from './lists.ts';
import { assertTakesRuns, assertTakesWorkers, MemoryMoves } from './memory-moves.ts';
import { MemoryState } from './memory-state.ts';
import type { BusyRuns, DueWorkflow } from '../fair-places.ts';
import { holdOffers, listOffers, offerSteps, takeOffers, tellOwner, withdrawOffers } from './offers.ts';
import { rewriteValues } from './rewrite-values.ts';
import { appendChunks, closeStream, finishAppends, listStreams, readChunks, readStepChunks } from './streams.ts';
import { commitRun, createRun, deleteRuns, purgeExpired } from './write-run.ts';

/** A {@link W.World} without files. Its data is gone when the process ends or the World is closed. */
export class MemoryWorld implements W.World {
  readonly kind = 'memory';
  #isOpen = false;
  #isClosed = false;
  readonly #state = new MemoryState();
  readonly #moves: W.RunMoves = new MemoryMoves((operation) => this.#later(operation));

  constructor() {
    this.#state.secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
  }

  async open(): Promise<void> {
    if (this.#isClosed) throw worldError('world_closed', { store: this.kind });
    this.#isOpen = true;
  }

  async backup(): Promise<void> {
    throw worldError('world_backup_unsupported', { store: this.kind });
  }

  async rest(): Promise<void> {}

  async close(): Promise<void> {
    await Promise.resolve();
    this.#isOpen = false;
    this.#isClosed = true;
  }

  async nameRun(runId: RunId): Promise<RunId> {
    return runId;
  }

  createRun(run: W.NewRun): Promise<W.CreateOutcome> {
    const copy = structuredClone(run);
    return this.#change((state) => createRun(state, copy));
  }

  commit(commit: W.RunCommit): Promise<W.CommitOutcome> {
    const copy = structuredClone(commit);
    return this.#change((state) => commitRun(state, copy));
  }

  readRun(runId: RunId): Promise<W.RunRecord | null> {
    return this.#later(({ runs }) => runs.get(runId)?.record ?? null);
  }

  readJournal(runId: RunId, afterSeq = 0, bytesMax = Infinity): Promise<JournalEvent[]> {
    return this.#later(({ runs }) => {
      const journal = runs.get(runId)?.journal.filter(({ seq }) => seq > afterSeq) ?? [];
      return firstBytesOf(journal, bytesMax);
    });
  }

  readTroubles(runIds: readonly RunId[]): Promise<W.RunTroubleEvent[]> {
    return this.#later(({ runs }) =>
      runIds.flatMap((runId) => {
        const event = runs.get(runId)?.journal.at(-1);
        return isTrouble(event) ? [{ runId, event }] : [];
      }),
    );
  }

  listRuns(filter: W.RunFilter): Promise<W.RunPage> {
    return this.#later((state) => listRuns(state, filter));
  }

  deleteRuns(runIds: readonly RunId[]): Promise<number> {
    return this.#later((state) => deleteRuns(state, runIds));
  }

  purgeExpired(now: number, limit: number): Promise<number> {
    return this.#later((state) => purgeExpired(state, now, limit));
  }

  rewriteValues(runId: RunId, changes: readonly W.ValueChange[]): Promise<void> {
    const copies = structuredClone(changes);
    return this.#later((state) => rewriteValues(state, runId, copies));
  }

  deliver(runId: RunId, content: W.InboxContent, at: number): Promise<W.DeliverOutcome> {
    const copy = structuredClone(content);
    return this.#change((state) => deliver(state, runId, copy, at));
  }

  deliverToHook(
    token: string,
    payload: Payload,
    at: number,
    options: W.HookDeliveryOptions = {},
  ): Promise<W.HookDelivery> {
    const copy = structuredClone(options);
    return this.#change((state) => deliverToHook(state, { token, payload, at, ...copy }));
  }

  findReceipt(token: string, id: string): Promise<W.KeptReceipt | null> {
    return this.#later((state) => findReceipt(state, token, id));
  }

  listReceipts(runId: RunId): Promise<W.TokenReceipt[]> {
    return this.#later((state) => listReceipts(state, runId));
  }

  readInbox(runId: RunId, afterN = 0): Promise<W.InboxMessage[]> {
    return this.#later(({ runs }) => runs.get(runId)?.inbox.filter(({ n }) => n > afterN) ?? []);
  }

  readInboxesOf(workerId: WorkerId): Promise<W.PendingMessages[]> {
    return this.#later((state) => readInboxesOf(state, workerId));
  }

  findHook(token: string): Promise<W.FoundHook | null> {
    return this.#later((state) => findHook(state, token));
  }

  listHooks(filter: W.HookFilter): Promise<W.HookPage> {
    return this.#later((state) => listHooks(state, filter));
  }

  joinWorker(workerId: WorkerId, leaseUntil: number): Promise<void> {
    return this.#later((state) => {
      assertTakesWorkers(state);
      state.workers.set(workerId, leaseUntil);
    });
  }

  renewWorker(workerId: WorkerId, leaseUntil: number): Promise<boolean> {
    return this.#later((state) => renewWorker(state, workerId, leaseUntil));
  }

  /** Whatever holds the event loop holds all workers of this World: nobody can take a run from another meanwhile. */
  async keepLease(): Promise<W.KeptLease> {
    return { until: 0, showLife: () => {} };
  }

  leaveWorker(workerId: WorkerId): Promise<void> {
    return this.#later((state) => void forgetWorker(state, workerId));
  }

  releaseDead(now: number): Promise<number> {
    return this.#later((state) => releaseDead(state, now));
  }

  hasWorker(now: number, except?: WorkerId): Promise<boolean> {
    return this.#later(({ workers }) => [...workers].some(([id, leaseUntil]) => id !== except && leaseUntil >= now));
  }

  listWorkers(): Promise<W.WorkerRecord[]> {
    return this.#later(listWorkers);
  }

  claimDue(workerId: WorkerId, now: number, limit: number, busy?: BusyRuns): Promise<W.ClaimedRun[]> {
    return this.#later((state) => claimDue(state, workerId, { now, limit, busy }));
  }

  listOwned(workerId: WorkerId): Promise<W.OwnedRun[]> {
    return this.#later((state) => listOwned(state, workerId));
  }

  claimRun(workerId: WorkerId, runId: RunId): Promise<W.ClaimedRun | null> {
    return this.#later((state) => claimRun(state, workerId, runId));
  }

  wakeParked(now: number): Promise<void> {
    return this.#later((state) => wakeParked(state, now));
  }

  listDue(now: number): Promise<DueWorkflow[]> {
    return this.#later((state) => listDue(state, now));
  }

  nextDueAt(): Promise<number | null> {
    return this.#later(nextDueAt);
  }

  offerSteps(offers: readonly W.StepOffer[]): Promise<W.StepCallKey[]> {
    const copies = structuredClone(offers);
    return this.#later((state) => offerSteps(state, copies));
  }

  withdrawOffers(calls: readonly W.OwnedCall[], which: 'waiting' | 'all'): Promise<W.StepCallKey[]> {
    const copies = structuredClone(calls);
    return this.#later((state) => withdrawOffers(state, copies, which));
  }

  takeOffers(workerId: WorkerId, request: W.OfferRequest): Promise<W.TakenOffer[]> {
    const copy = structuredClone(request);
    return this.#later((state) => takeOffers(state, workerId, copy));
  }

  holdOffers(workerId: WorkerId, held: readonly W.AttemptKey[]): Promise<W.AttemptKey[]> {
    const copies = structuredClone(held);
    return this.#later((state) => holdOffers(state, workerId, copies));
  }

  tellOwner(workerId: WorkerId, key: W.AttemptKey, news: W.AttemptNews, at: number): Promise<boolean> {
    const copy = structuredClone({ key, news, at });
    return this.#later((state) => tellOwner(state, workerId, copy.key, copy));
  }

  listOffers(runId: RunId | null): Promise<W.OfferRecord[]> {
    return this.#later((state) => listOffers(state, runId));
  }

  appendChunks(
    runId: RunId,
    stream: string,
    chunks: readonly W.Chunk[],
    writer?: W.ChunkWriter,
    index?: number,
  ): Promise<W.AppendOutcome> {
    const copies = structuredClone(chunks);
    return this.#change((state) => appendChunks(state, { runId, stream, writer, index }, copies));
  }

  finishAppends(runId: RunId, stream: string, writer: W.ChunkWriter): Promise<W.AppendOutcome> {
    return this.#change((state) => finishAppends(state, { runId, stream, writer }));
  }

  closeStream(runId: RunId, stream: string): Promise<void> {
    return this.#change((state) => closeStream(state, runId, stream));
  }

  readChunks(runId: RunId, stream: string, from: number, limit: number, bytesMax = Infinity): Promise<W.ChunkPage> {
    return this.#later((state) => readChunks(state, { runId, stream, from, limit, bytesMax }));
  }

  readStepChunks(
    runId: RunId,
    stream: string,
    call: W.StepCallKey,
    range: W.StepChunkRange = {},
  ): Promise<W.StepChunk[]> {
    return this.#later((state) => readStepChunks(state, { runId, stream, call }, range));
  }

  listStreams(runId: RunId): Promise<W.StreamRecord[]> {
    return this.#later((state) => listStreams(state, runId));
  }

  joinProject(project: W.ProjectIdentity): Promise<void> {
    return this.#later((state) => {
      assertSameProject(project, { store: this.kind, found: state.project });
      state.project = project.name;
    });
  }

  saveBundle(bundle: WorkflowBundle, archived?: W.ArchivedSteps): Promise<void> {
    const copy = structuredClone(bundle);
    const ofSteps = structuredClone(archived);
    return this.#later(({ bundles, steps }) => {
      bundles.set(copy.buildId, copy);
      const { code = null } = steps.get(copy.buildId) ?? {};
      if (ofSteps) steps.set(copy.buildId, { ...ofSteps, code: ofSteps.code ?? code });
    });
  }

  loadContracts(buildId: BuildId): Promise<CodeContracts | null> {
    return this.#later(({ steps }) => structuredClone(steps.get(buildId)?.contracts) ?? null);
  }

  loadStepCode(buildId: BuildId): Promise<string | null> {
    return this.#later(({ steps }) => steps.get(buildId)?.code ?? null);
  }

  countLiveRuns(): Promise<W.LiveRunCount[]> {
    return this.#later(countLiveRuns);
  }

  listWorkflowIds(): Promise<WorkflowId[]> {
    return this.#later(listWorkflowIds);
  }

  countRuns(): Promise<W.RunCount[]> {
    return this.#later(countRuns);
  }

  async measure(): Promise<W.StoreSize> {
    return { bytes: null, freeBytes: null };
  }

  async measureParts(): Promise<W.StorePart[]> {
    return [];
  }

  loadBundle(buildId: BuildId): Promise<WorkflowBundle | null> {
    return this.#later(({ bundles }) => bundles.get(buildId) ?? null);
  }

  readSecret(): Promise<string> {
    return this.#later(({ secret }) => secret);
  }

  moves(): W.RunMoves {
    return this.#moves;
  }

  subscribe(listener: (change: W.Change) => void): () => void {
    const { listeners } = this.#state;
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Executes a change of a run, unless the store is held. */
  #change<Result>(operation: (state: MemoryState) => Result): Promise<Result> {
    return this.#later((state) => {
      assertTakesRuns(state);
      return operation(state);
    });
  }

  /** Executes `operation` in a later microtask and copies its result. */
  async #later<Result>(operation: (state: MemoryState) => Result): Promise<Result> {
    if (!this.#isOpen) throw worldError('world_closed', { store: this.kind });
    await Promise.resolve();
    return structuredClone(operation(this.#state));
  }
}
