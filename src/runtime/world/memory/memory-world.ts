/**
 * The World in memory: reference implementation, and the disk of simulated processes. Each call takes effect in a later
 * microtask, in the order of the calls, and copies what goes in and out, as a real store does.
 */
import type { BuildId, RunId, WorkerId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import { isTerminal, type JournalEvent, type Payload } from '../../journal/events.ts';
import { projectCommit, type CommitProjection } from '../../journal/projection.ts';
import { assertDense, closesHook, findConflicts } from '../commit-rules.ts';
import { toCursor, toPosition } from '../list-cursor.ts';
import { worldError } from '../messages.ts';
import type * as W from '../world.ts';
import { applyCommit, createMemoryRun, type MemoryRun } from './memory-run.ts';

export class MemoryWorld implements W.World {
  readonly kind = 'memory';
  #isOpen = false;
  #isClosed = false;
  /** In the order in which they were created. */
  readonly #runs = new Map<RunId, MemoryRun>();
  /** Active hooks by token. */
  readonly #hooks = new Map<string, W.HookRecord>();
  /** Ends of the leases. */
  readonly #workers = new Map<WorkerId, number>();
  readonly #bundles = new Map<BuildId, WorkflowBundle>();
  readonly #listeners = new Set<(change: W.Change) => void>();
  readonly #secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');

  async open(): Promise<void> {
    if (this.#isClosed) throw worldError('world_closed', { store: this.kind });
    this.#isOpen = true;
  }

  async close(): Promise<void> {
    await Promise.resolve();
    this.#isOpen = false;
    this.#isClosed = true;
  }

  createRun(run: W.NewRun): Promise<W.CreateOutcome> {
    const copy = structuredClone(run);
    return this.#later(() => this.#createRun(copy));
  }

  commit(commit: W.RunCommit): Promise<W.CommitOutcome> {
    const copy = structuredClone(commit);
    return this.#later(() => this.#commit(copy));
  }

  readRun(runId: RunId): Promise<W.RunRecord | null> {
    return this.#later(() => this.#runs.get(runId)?.record ?? null);
  }

  readJournal(runId: RunId, afterSeq = 0): Promise<JournalEvent[]> {
    return this.#later(() => this.#runs.get(runId)?.journal.slice(afterSeq) ?? []);
  }

  listRuns({ status, workflowId, limit, cursor }: W.RunFilter): Promise<W.RunPage> {
    return this.#later(() => {
      const before = toPosition(cursor);
      const matching = [...this.#runs.values()]
        .map(({ record }, i) => ({ record, position: i + 1 }))
        .filter(({ record, position }) => position < before && (!status || record.status === status))
        .filter(({ record }) => !workflowId || record.workflowId === workflowId)
        .toReversed();
      const page = matching.slice(0, limit);
      return {
        runs: page.map(({ record }) => record),
        cursor: matching.length > limit ? toCursor(page.at(-1)!.position) : null,
      };
    });
  }

  deliver(runId: RunId, content: W.InboxContent, at: number): Promise<W.DeliverOutcome> {
    const copy = structuredClone(content);
    return this.#later(() => this.#deliver(runId, copy, at));
  }

  deliverToHook(token: string, payload: Payload, at: number): Promise<W.DeliverOutcome> {
    return this.#later(() => {
      const hook = this.#hooks.get(token);
      if (!hook) return { ok: false, reason: 'not_found' };
      return this.#deliver(hook.runId, { type: 'hook', call: hook.call, payload }, at);
    });
  }

  readInbox(runId: RunId, afterN = 0): Promise<W.InboxMessage[]> {
    return this.#later(() => this.#runs.get(runId)?.inbox.filter(({ n }) => n > afterN) ?? []);
  }

  readInboxesOf(workerId: WorkerId): Promise<W.RunInbox[]> {
    return this.#later(() =>
      [...this.#runs.values()]
        .filter(({ record, inbox }) => record.owner === workerId && inbox.length > 0)
        .map(({ record, inbox }) => ({ runId: record.runId, messages: inbox })),
    );
  }

  findHook(token: string): Promise<W.HookRecord | null> {
    return this.#later(() => this.#hooks.get(token) ?? null);
  }

  joinWorker(workerId: WorkerId, leaseUntil: number): Promise<void> {
    return this.#later(() => void this.#workers.set(workerId, leaseUntil));
  }

  renewWorker(workerId: WorkerId, leaseUntil: number): Promise<boolean> {
    return this.#later(() => {
      if (!this.#workers.has(workerId)) return false;
      this.#workers.set(workerId, leaseUntil);
      return true;
    });
  }

  leaveWorker(workerId: WorkerId): Promise<void> {
    return this.#later(() => void this.#forgetWorker(workerId));
  }

  releaseDead(now: number): Promise<number> {
    return this.#later(() => {
      const dead = [...this.#workers].filter(([, leaseUntil]) => leaseUntil < now);
      return dead.reduce((count, [workerId]) => count + this.#forgetWorker(workerId), 0);
    });
  }

  claimDue(workerId: WorkerId, now: number, limit: number): Promise<W.ClaimedRun[]> {
    return this.#later(() => {
      if (!this.#workers.has(workerId)) return [];
      return this.#dueRuns()
        .filter(({ record }) => record.dueAt! <= now)
        .slice(0, limit)
        .map((run) => this.#claim(run, workerId));
    });
  }

  claimRun(workerId: WorkerId, runId: RunId): Promise<W.ClaimedRun | null> {
    return this.#later(() => {
      const run = this.#runs.get(runId);
      if (!run || run.record.owner !== null || isTerminal(run.record.status)) return null;
      return this.#workers.has(workerId) ? this.#claim(run, workerId) : null;
    });
  }

  wakeParked(now: number): Promise<void> {
    return this.#later(() => {
      const parked = [...this.#runs.values()].filter(({ record }) => record.parked && record.owner === null);
      for (const { record } of parked) record.dueAt = now;
      if (parked.length > 0) this.#publish({ kind: 'due', dueAt: now });
    });
  }

  nextDueAt(): Promise<number | null> {
    return this.#later(() => this.#dueRuns()[0]?.record.dueAt ?? null);
  }

  appendChunks(runId: RunId, stream: string, chunks: readonly W.Chunk[]): Promise<W.AppendOutcome> {
    const copies = structuredClone(chunks);
    return this.#later(() => {
      const run = this.#runs.get(runId);
      if (!run) return { ok: false, reason: 'not_found' };
      const { chunks: kept, closed } = this.#stream(run, stream);
      if (closed || isTerminal(run.record.status)) return { ok: false, reason: 'ended' };
      kept.push(...copies);
      this.#publish({ kind: 'chunks', runId, stream });
      return { ok: true, nextIndex: kept.length };
    });
  }

  closeStream(runId: RunId, stream: string): Promise<void> {
    return this.#later(() => {
      const run = this.#runs.get(runId);
      if (!run) return;
      this.#stream(run, stream).closed = true;
      this.#publish({ kind: 'chunks', runId, stream });
    });
  }

  readChunks(runId: RunId, stream: string, from: number, limit: number): Promise<W.ChunkPage> {
    return this.#later(() => {
      const run = this.#runs.get(runId);
      if (!run) return { chunks: [], nextIndex: 0, closed: true };
      const { chunks, closed } = run.streams.get(stream) ?? { chunks: [], closed: false };
      return {
        chunks: chunks.slice(from, from + limit),
        nextIndex: chunks.length,
        closed: closed || isTerminal(run.record.status),
      };
    });
  }

  saveBundle(bundle: WorkflowBundle): Promise<void> {
    const copy = structuredClone(bundle);
    return this.#later(() => void this.#bundles.set(copy.buildId, copy));
  }

  loadBundle(buildId: BuildId): Promise<WorkflowBundle | null> {
    return this.#later(() => this.#bundles.get(buildId) ?? null);
  }

  readSecret(): Promise<string> {
    return this.#later(() => this.#secret);
  }

  subscribe(listener: (change: W.Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Carries `operation` out in a later microtask and copies its result. */
  async #later<Result>(operation: () => Result): Promise<Result> {
    if (!this.#isOpen) throw worldError('world_closed', { store: this.kind });
    await Promise.resolve();
    return structuredClone(operation());
  }

  #publish(change: W.Change): void {
    for (const listener of this.#listeners) listener(structuredClone(change));
  }

  #publishRun({ record }: MemoryRun): void {
    this.#publish({ kind: 'run', runId: record.runId, status: record.status });
    if (record.owner === null && record.dueAt !== null) this.#publish({ kind: 'due', dueAt: record.dueAt });
  }

  #createRun(newRun: W.NewRun): W.CreateOutcome {
    const { runId, owner, events } = newRun;
    assertDense(runId, 0, events);
    if (this.#runs.has(runId)) return { ok: false, reason: 'exists' };
    const projection = projectCommit(events);
    const conflicts = findConflicts(runId, projection, (token) => this.#hooks.get(token) ?? null);
    if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };
    const ownerLives = owner !== null && this.#workers.has(owner);
    const run = createMemoryRun(newRun, projection, ownerLives);
    this.#runs.set(runId, run);
    this.#applyHooks(runId, projection);
    this.#publishRun(run);
    return { ok: true };
  }

  #commit(commit: W.RunCommit): W.CommitOutcome {
    const { runId, epoch, afterSeq, events } = commit;
    assertDense(runId, afterSeq, events);
    const run = this.#runs.get(runId);
    const isOwner = run && run.record.owner !== null && run.record.epoch === epoch && run.record.seq === afterSeq;
    if (!isOwner) return { ok: false, reason: 'fenced' };
    const projection = projectCommit(events);
    const conflicts = findConflicts(runId, projection, (token) => this.#hooks.get(token) ?? null);
    if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };
    this.#applyHooks(runId, projection);
    applyCommit(run, commit, projection);
    this.#publishRun(run);
    return { ok: true };
  }

  #applyHooks(runId: RunId, projection: CommitProjection): void {
    for (const { token, runId: holder, call } of this.#hooks.values()) {
      if (holder === runId && closesHook(projection, call)) this.#hooks.delete(token);
    }
    for (const { token, call, at, webhook, payload } of projection.openedHooks) {
      const metadata = payload ?? null;
      this.#hooks.set(token, { runId, call, token, createdAt: at, webhook: webhook ?? null, metadata });
    }
  }

  #deliver(runId: RunId, content: W.InboxContent, at: number): W.DeliverOutcome {
    const run = this.#runs.get(runId);
    if (!run) return { ok: false, reason: 'not_found' };
    if (isTerminal(run.record.status)) return { ok: false, reason: 'ended' };
    const message = { n: ++run.inboxLast, at, content };
    run.inbox.push(message);
    run.record.dueAt = Math.min(run.record.dueAt ?? at, at);
    this.#publish({ kind: 'inbox', runId, message });
    if (run.record.owner === null) this.#publish({ kind: 'due', dueAt: run.record.dueAt });
    return { ok: true, runId, message };
  }

  #forgetWorker(workerId: WorkerId): number {
    this.#workers.delete(workerId);
    const released = [...this.#runs.values()].filter(({ record }) => record.owner === workerId);
    for (const { record } of released) {
      record.owner = null;
      if (record.dueAt !== null) this.#publish({ kind: 'due', dueAt: record.dueAt });
    }
    return released.length;
  }

  /** Runs without owner that have a due time, earliest first. */
  #dueRuns(): MemoryRun[] {
    return [...this.#runs.values()]
      .filter(({ record }) => record.owner === null && record.dueAt !== null)
      .sort((a, b) => a.record.dueAt! - b.record.dueAt!);
  }

  #claim(run: MemoryRun, workerId: WorkerId): W.ClaimedRun {
    run.record.owner = workerId;
    run.record.epoch++;
    this.#publish({ kind: 'run', runId: run.record.runId, status: run.record.status });
    return { run: run.record, journal: run.journal, inbox: run.inbox };
  }

  #stream(run: MemoryRun, name: string) {
    const stream = run.streams.get(name) ?? { chunks: [], closed: false };
    run.streams.set(name, stream);
    return stream;
  }
}
