/**
 * The World in memory: the reference implementation, and the disk of simulated processes. Each call takes effect in a
 * later microtask, in the order of the calls. It copies data on the way in and out, as a real store does.
 */
import type { BuildId, RunId, WorkerId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import type { StepContracts } from '../../contract/step-contracts.ts';
import type { JournalEvent, Payload } from '../../journal/events.ts';
import { assertSameProject } from '../commit-rules.ts';
import { worldError } from '../messages.ts';
import type * as W from '../world.ts';
import {
  claimDue,
  claimRun,
  forgetWorker,
  listOwned,
  nextDueAt,
  releaseDead,
  renewWorker,
  wakeParked,
} from './claims.ts';
import { deliver, deliverToHook, findReceipt, listReceipts, readInboxesOf } from './inbox.ts';
import { countLiveRuns, listHooks, listRuns } from './lists.ts';
import { MemoryState } from './memory-state.ts';
import { rewriteValues } from './rewrite-values.ts';
import { appendChunks, closeStream, finishAppends, listStreams, readChunks, readStepChunks } from './streams.ts';
import { commitRun, createRun, deleteRuns, purgeExpired } from './write-run.ts';

/** A {@link W.World} without files. Its data is gone when the process ends or the World is closed. */
export class MemoryWorld implements W.World {
  readonly kind = 'memory';
  #isOpen = false;
  #isClosed = false;
  readonly #state = new MemoryState();
  readonly #secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');

  async open(): Promise<void> {
    if (this.#isClosed) throw worldError('world_closed', { store: this.kind });
    this.#isOpen = true;
  }

  async backup(): Promise<void> {
    throw worldError('world_backup_unsupported', { store: this.kind });
  }

  async close(): Promise<void> {
    await Promise.resolve();
    this.#isOpen = false;
    this.#isClosed = true;
  }

  createRun(run: W.NewRun): Promise<W.CreateOutcome> {
    const copy = structuredClone(run);
    return this.#later((state) => createRun(state, copy));
  }

  commit(commit: W.RunCommit): Promise<W.CommitOutcome> {
    const copy = structuredClone(commit);
    return this.#later((state) => commitRun(state, copy));
  }

  readRun(runId: RunId): Promise<W.RunRecord | null> {
    return this.#later(({ runs }) => runs.get(runId)?.record ?? null);
  }

  readJournal(runId: RunId, afterSeq = 0): Promise<JournalEvent[]> {
    return this.#later(({ runs }) => runs.get(runId)?.journal.filter(({ seq }) => seq > afterSeq) ?? []);
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
    return this.#later((state) => deliver(state, runId, copy, at));
  }

  deliverToHook(
    token: string,
    payload: Payload,
    at: number,
    options: W.HookDeliveryOptions = {},
  ): Promise<W.HookDelivery> {
    const copy = structuredClone(options);
    return this.#later((state) => deliverToHook(state, { token, payload, at, ...copy }));
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

  findHook(token: string): Promise<W.HookRecord | null> {
    return this.#later(({ hooks }) => hooks.get(token) ?? null);
  }

  listHooks(filter: W.HookFilter): Promise<W.HookPage> {
    return this.#later((state) => listHooks(state, filter));
  }

  joinWorker(workerId: WorkerId, leaseUntil: number): Promise<void> {
    return this.#later(({ workers }) => void workers.set(workerId, leaseUntil));
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

  hasWorker(now: number): Promise<boolean> {
    return this.#later(({ workers }) => workers.values().some((leaseUntil) => leaseUntil >= now));
  }

  claimDue(workerId: WorkerId, now: number, limit: number): Promise<W.ClaimedRun[]> {
    return this.#later((state) => claimDue(state, workerId, now, limit));
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

  nextDueAt(): Promise<number | null> {
    return this.#later(nextDueAt);
  }

  appendChunks(
    runId: RunId,
    stream: string,
    chunks: readonly W.Chunk[],
    writer?: W.ChunkWriter,
  ): Promise<W.AppendOutcome> {
    const copies = structuredClone(chunks);
    return this.#later((state) => appendChunks(state, { runId, stream, writer }, copies));
  }

  finishAppends(runId: RunId, stream: string, writer: W.ChunkWriter): Promise<W.AppendOutcome> {
    return this.#later((state) => finishAppends(state, { runId, stream, writer }));
  }

  closeStream(runId: RunId, stream: string): Promise<void> {
    return this.#later((state) => closeStream(state, runId, stream));
  }

  readChunks(runId: RunId, stream: string, from: number, limit: number, bytesMax = Infinity): Promise<W.ChunkPage> {
    return this.#later((state) => readChunks(state, { runId, stream, from, limit, bytesMax }));
  }

  readStepChunks(runId: RunId, stream: string, call: W.StepCallKey, range: W.StepChunkRange = {}): Promise<W.Chunk[]> {
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

  loadContracts(buildId: BuildId): Promise<StepContracts | null> {
    return this.#later(({ steps }) => structuredClone(steps.get(buildId)?.contracts) ?? null);
  }

  loadStepCode(buildId: BuildId): Promise<string | null> {
    return this.#later(({ steps }) => steps.get(buildId)?.code ?? null);
  }

  countLiveRuns(): Promise<W.LiveRunCount[]> {
    return this.#later(countLiveRuns);
  }

  loadBundle(buildId: BuildId): Promise<WorkflowBundle | null> {
    return this.#later(({ bundles }) => bundles.get(buildId) ?? null);
  }

  readSecret(): Promise<string> {
    return this.#later(() => this.#secret);
  }

  subscribe(listener: (change: W.Change) => void): () => void {
    const { listeners } = this.#state;
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Executes `operation` in a later microtask and copies its result. */
  async #later<Result>(operation: (state: MemoryState) => Result): Promise<Result> {
    if (!this.#isOpen) throw worldError('world_closed', { store: this.kind });
    await Promise.resolve();
    return structuredClone(operation(this.#state));
  }
}
