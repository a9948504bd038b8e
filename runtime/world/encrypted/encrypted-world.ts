/**
 * A World that encrypts all values on their way into another World, and decrypts them on their way out. So every World
 * has it, and nothing else knows of it. Without keys it stores values as they are.
 *
 * A value that cannot be read comes out as a text that stands for it, see `contract/unreadable-value.ts`. Such a text
 * is never stored: a write that has one is refused, so no run goes on from a value that its process cannot read.
 */
import type { WorkflowBundle } from '../../contract/build.ts';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../../contract/ids.ts';
import type { CodeContracts } from '../../contract/code-contracts.ts';
import type { JournalEvent, Payload } from '../../journal/events.ts';
import { isMeant } from '../commit-rules.ts';
import { beginInSlices, doInSlices } from '../event-loop.ts';
import type * as W from '../world.ts';
import { EncryptedStream } from './encrypted-stream.ts';
import { useStoreTime, type StoreTime, type TimedWorld } from '../store-time.ts';
import { Lanes } from '../lanes.ts';
import { FreePositions } from './free-positions.ts';
import type { KeyRing } from './key-ring.ts';
import { NoteReader } from './plain-values.ts';
import { changeEvents, RecordSealer } from './record-sealer.ts';
import { reencrypt, type ReencryptedValues, type ReencryptOptions } from './reencrypt.ts';
import { StreamEnds } from './stream-ends.ts';
import type { BusyRuns, DueWorkflow } from '../fair-places.ts';
import { open, Unreadable } from './value-cipher.ts';
import { changeContent, changeHook, changeReceipt, type ChangeValue } from './value-places.ts';

/** A {@link W.World} whose values are encrypted in another one. */
export class EncryptedWorld implements W.World, TimedWorld {
  readonly kind: string;
  readonly #inner: W.World;
  readonly #keys: KeyRing;
  readonly #sealer: RecordSealer;
  readonly #free = new FreePositions();
  readonly #ends: StreamEnds;
  readonly #note: NoteReader;
  readonly #lanes = new Lanes();
  readonly #listeners = new Set<(change: W.Change) => void>();
  #unsubscribe: (() => void) | null = null;

  /** @param keys Without a first key, new values are stored as they are. */
  constructor(inner: W.World, keys: KeyRing) {
    this.kind = inner.kind;
    this.#inner = inner;
    this.#keys = keys.copy();
    this.#ends = new StreamEnds(inner);
    this.#note = new NoteReader(inner, this.#keys);
    this.#sealer = new RecordSealer(this.#keys);
  }

  async open(options?: W.WorldOpenOptions): Promise<void> {
    await this.#inner.open(options);
    await this.#note.read();
  }

  useStoreTime(): StoreTime | null {
    return useStoreTime(this.#inner);
  }

  /** See `reencrypt.ts`. */
  async reencrypt(options?: ReencryptOptions): Promise<ReencryptedValues> {
    const values = await reencrypt(this.#inner, this.#keys, options);
    await this.#note.read();
    return values;
  }

  backup(file: string): Promise<void> {
    return this.#inner.backup(file);
  }

  rest(): Promise<void> {
    return this.#inner.rest();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  nameRun(runId: RunId, key: string | null): Promise<RunId> {
    return this.#inner.nameRun(runId, key);
  }

  async createRun(run: W.NewRun): Promise<W.CreateOutcome> {
    if (this.#note.isOld) await this.#note.read();
    return await this.#write(run, (sealed) => this.#inner.createRun(sealed));
  }

  commit(commit: W.RunCommit): Promise<W.CommitOutcome> {
    return this.#write(commit, (sealed) => this.#inner.commit(sealed));
  }

  /** Encrypts and stores; once more, when a stream has got other chunks meanwhile. */
  async #write<Write extends W.NewRun | W.RunCommit, Outcome extends W.CreateOutcome | W.CommitOutcome>(
    write: Write,
    store: (sealed: Write) => Promise<Outcome>,
  ): Promise<Outcome> {
    const begun = beginInSlices(this.#sealer.run(write));
    const sealed = begun instanceof Promise ? await begun : begun;
    for (;;) {
      // Nothing is waited for here, or others would write meanwhile.
      const outcome = await store(this.#keys.first ? this.#sealer.appends(this.#ends.number(sealed)) : sealed);
      if (outcome.ok || outcome.reason !== 'moved') return outcome;
      const { appends = [] } = write;
      if (appends.some(({ index }) => index !== undefined)) return outcome;
      for (const { runId, stream } of appends) await this.#ends.find(runId, stream);
    }
  }

  readRun(runId: RunId): Promise<W.RunRecord | null> {
    return this.#inner.readRun(runId);
  }

  async readJournal(runId: RunId, afterSeq?: number, bytesMax?: number): Promise<JournalEvent[]> {
    return await this.#openJournal(runId, await this.#inner.readJournal(runId, afterSeq, bytesMax));
  }

  async readTroubles(runIds: readonly RunId[]): Promise<W.RunTroubleEvent[]> {
    const troubles = await this.#inner.readTroubles(runIds);
    const open = async ({ runId, event }: W.RunTroubleEvent): Promise<W.RunTroubleEvent> => {
      const [opened] = await this.#openJournal(runId, [event]);
      return { runId, event: opened as W.TroubleEvent };
    };
    return await Promise.all(troubles.map(open));
  }

  listRuns(filter: W.RunFilter): Promise<W.RunPage> {
    return this.#inner.listRuns(filter);
  }

  deleteRuns(runIds: readonly RunId[]): Promise<number> {
    return this.#inner.deleteRuns(runIds);
  }

  purgeExpired(now: number, limit: number): Promise<number> {
    return this.#inner.purgeExpired(now, limit);
  }

  rewriteValues(runId: RunId, changes: readonly W.ValueChange[]): Promise<void> {
    return this.#inner.rewriteValues(runId, changes);
  }

  async deliver(runId: RunId, content: W.InboxContent, at: number): Promise<W.DeliverOutcome> {
    const outcome = await this.#inner.deliver(runId, this.#sealer.content(runId, content), at);
    return outcome.ok ? this.#openDelivery(outcome) : outcome;
  }

  async deliverToHook(
    token: string,
    payload: Payload,
    at: number,
    options: W.HookDeliveryOptions = {},
  ): Promise<W.HookDelivery> {
    if (this.#note.isOld) await this.#note.read();
    if (this.#keys.forNewValue() === null)
      return this.#openHookDelivery(token, await this.#inner.deliverToHook(token, payload, at, options));
    // The value is bound to run and number, so they have to be known before; another message may be faster meanwhile.
    const found = await this.#inner.findHook(token);
    if (!found) return await this.#refuse(token, options.receipt);
    return await this.#lanes.inOrder(found.runId, async () => {
      for (let hook: W.FoundHook | null = found; hook; hook = await this.#inner.findHook(token)) {
        if (!isMeant(hook, options)) break;
        const outcome = await this.#deliverAsNext(hook, payload, at, options);
        if (outcome.ok || outcome.reason !== 'not_found') return this.#openHookDelivery(token, outcome);
      }
      return await this.#refuse(token, options.receipt);
    });
  }

  /** `not_found`: the hook has gone, or its run has got another message meanwhile. */
  #deliverAsNext(
    { runId, token, call, inboxLast }: W.FoundHook,
    payload: Payload,
    at: number,
    { receipt, origin }: W.HookDeliveryOptions,
  ): Promise<W.HookDelivery> {
    const n = inboxLast + 1;
    const content = this.#sealer.content(runId, { type: 'hook', call, payload }, n);
    const sealed = (content as { payload: Payload }).payload;
    const kept = receipt && changeReceipt(token, receipt, this.#sealer.valuesOf(runId));
    return this.#inner.deliverToHook(token, sealed, at, { receipt: kept, holder: runId, n, origin });
  }

  /** There is no such hook: perhaps because it has got this very payload. */
  async #refuse(token: string, receipt: W.Receipt | undefined): Promise<W.HookDelivery> {
    const kept = receipt && (await this.findReceipt(token, receipt.id));
    return kept ? { ok: false, reason: 'repeated', ...kept } : { ok: false, reason: 'not_found' };
  }

  async findReceipt(token: string, id: string): Promise<W.KeptReceipt | null> {
    const kept = await this.#inner.findReceipt(token, id);
    return kept && this.#openReceipt(token, kept);
  }

  async listReceipts(runId: RunId): Promise<W.TokenReceipt[]> {
    const receipts = await this.#inner.listReceipts(runId);
    return receipts.map(({ token, receipt }) => ({ token, ...this.#openReceipt(token, { runId, receipt }) }));
  }

  #openReceipt(token: string, { runId, receipt }: W.KeptReceipt): W.KeptReceipt {
    return { runId, receipt: changeReceipt(token, receipt, this.#openerOf(runId)) };
  }

  async readInbox(runId: RunId, afterN?: number): Promise<W.InboxMessage[]> {
    return this.#openMessages(runId, await this.#inner.readInbox(runId, afterN));
  }

  async readInboxesOf(workerId: WorkerId): Promise<W.PendingMessages[]> {
    const pending = await this.#inner.readInboxesOf(workerId);
    return pending.map(({ runId, messages }) => ({ runId, messages: this.#openMessages(runId, messages) }));
  }

  async findHook(token: string): Promise<W.FoundHook | null> {
    const hook = await this.#inner.findHook(token);
    return hook && this.#openHook(hook);
  }

  async listHooks(filter: W.HookFilter): Promise<W.HookPage> {
    const { hooks, cursor } = await this.#inner.listHooks(filter);
    return { hooks: hooks.map((hook) => this.#openHook(hook)), cursor };
  }

  joinProject(project: W.ProjectIdentity): Promise<void> {
    return this.#inner.joinProject(project);
  }

  joinWorker(workerId: WorkerId, leaseUntil: number): Promise<void> {
    return this.#inner.joinWorker(workerId, leaseUntil);
  }

  renewWorker(workerId: WorkerId, leaseUntil: number): Promise<boolean> {
    return this.#inner.renewWorker(workerId, leaseUntil);
  }

  leaveWorker(workerId: WorkerId): Promise<void> {
    return this.#inner.leaveWorker(workerId);
  }

  hasWorker(now: number, except?: WorkerId): Promise<boolean> {
    return this.#inner.hasWorker(now, except);
  }

  listWorkers(now: number): Promise<W.WorkerRecord[]> {
    return this.#inner.listWorkers(now);
  }

  releaseDead(now: number): Promise<number> {
    return this.#inner.releaseDead(now);
  }

  keepLease(workerId: WorkerId, options: W.KeepLeaseOptions): Promise<W.KeptLease> {
    return this.#inner.keepLease(workerId, options);
  }

  async claimDue(workerId: WorkerId, now: number, limit: number, busy?: BusyRuns): Promise<W.ClaimedRun[]> {
    if (this.#note.isOld) await this.#note.read();
    const claimed = await this.#inner.claimDue(workerId, now, limit, busy);
    return await Promise.all(claimed.map((run) => this.#openClaimed(run)));
  }

  async claimRun(workerId: WorkerId, runId: RunId): Promise<W.ClaimedRun | null> {
    const claimed = await this.#inner.claimRun(workerId, runId);
    return claimed && (await this.#openClaimed(claimed));
  }

  listOwned(workerId: WorkerId): Promise<W.OwnedRun[]> {
    return this.#inner.listOwned(workerId);
  }

  wakeParked(now: number): Promise<void> {
    return this.#inner.wakeParked(now);
  }

  listDue(now: number): Promise<DueWorkflow[]> {
    return this.#inner.listDue(now);
  }

  nextDueAt(): Promise<number | null> {
    return this.#inner.nextDueAt();
  }

  offerSteps(offers: readonly W.StepOffer[]): Promise<W.StepCallKey[]> {
    return this.#inner.offerSteps(offers);
  }

  withdrawOffers(calls: readonly W.OwnedCall[], which: 'waiting' | 'all'): Promise<W.StepCallKey[]> {
    return this.#inner.withdrawOffers(calls, which);
  }

  takeOffers(workerId: WorkerId, request: W.OfferRequest): Promise<W.TakenOffer[]> {
    return this.#inner.takeOffers(workerId, request);
  }

  holdOffers(workerId: WorkerId, held: readonly W.AttemptKey[]): Promise<W.AttemptKey[]> {
    return this.#inner.holdOffers(workerId, held);
  }

  async tellOwner(workerId: WorkerId, key: W.AttemptKey, news: W.AttemptNews, at: number): Promise<boolean> {
    const { runId, call, attempt } = key;
    const sealed = this.#sealer.content(runId, { type: 'attempt', call, attempt, ...news });
    return await this.#inner.tellOwner(workerId, key, sealed as W.AttemptMessage, at);
  }

  listOffers(runId: RunId | null): Promise<W.OfferRecord[]> {
    return this.#inner.listOffers(runId);
  }

  appendChunks(
    runId: RunId,
    stream: string,
    chunks: readonly W.Chunk[],
    writer?: W.ChunkWriter,
    index?: number,
  ): Promise<W.AppendOutcome> {
    return this.#stream(runId, stream).append(chunks, writer, index);
  }

  finishAppends(runId: RunId, stream: string, writer: W.ChunkWriter): Promise<W.AppendOutcome> {
    return this.#inner.finishAppends(runId, stream, writer);
  }

  closeStream(runId: RunId, stream: string): Promise<void> {
    return this.#inner.closeStream(runId, stream);
  }

  readChunks(runId: RunId, stream: string, from: number, limit: number, bytesMax?: number): Promise<W.ChunkPage> {
    return this.#stream(runId, stream).readPage(from, limit, bytesMax);
  }

  readStepChunks(
    runId: RunId,
    stream: string,
    call: W.StepCallKey,
    range: W.StepChunkRange = {},
  ): Promise<W.StepChunk[]> {
    return this.#stream(runId, stream).readStepChunks(call, range);
  }

  listStreams(runId: RunId): Promise<W.StreamRecord[]> {
    return this.#inner.listStreams(runId);
  }

  saveBundle(bundle: WorkflowBundle, steps?: W.ArchivedSteps): Promise<void> {
    return this.#inner.saveBundle(bundle, steps);
  }

  loadContracts(buildId: BuildId): Promise<CodeContracts | null> {
    return this.#inner.loadContracts(buildId);
  }

  loadStepCode(buildId: BuildId): Promise<string | null> {
    return this.#inner.loadStepCode(buildId);
  }

  countLiveRuns(): Promise<W.LiveRunCount[]> {
    return this.#inner.countLiveRuns();
  }

  listWorkflowIds(): Promise<WorkflowId[]> {
    return this.#inner.listWorkflowIds();
  }

  countRuns(): Promise<W.RunCount[]> {
    return this.#inner.countRuns();
  }

  measure(): Promise<W.StoreSize> {
    return this.#inner.measure();
  }

  measureParts(): Promise<W.StorePart[]> {
    return this.#inner.measureParts();
  }

  loadBundle(buildId: BuildId): Promise<WorkflowBundle | null> {
    return this.#inner.loadBundle(buildId);
  }

  readSecret(): Promise<string> {
    return this.#inner.readSecret();
  }

  /** Runs move as they are stored. */
  moves(): W.RunMoves {
    return this.#inner.moves();
  }

  subscribe(listener: (change: W.Change) => void): () => void {
    this.#listeners.add(listener);
    this.#unsubscribe ??= this.#inner.subscribe((change) => this.#publish(change));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = null;
    };
  }

  #publish(change: W.Change): void {
    const opened =
      change.kind === 'inbox' ? { ...change, message: this.#openMessage(change.runId, change.message) } : change;
    for (const listener of this.#listeners) listener(opened);
  }

  #openerOf(runId: RunId): ChangeValue {
    return (value, at, number) => {
      const opened = open(this.#keys, { runId, at, number }, value);
      return opened instanceof Unreadable ? opened.text : (opened as string);
    };
  }

  #openJournal(runId: RunId, events: readonly JournalEvent[]): Promise<JournalEvent[]> {
    return doInSlices(changeEvents(events, this.#openerOf(runId)));
  }

  async #openClaimed(claimed: W.ClaimedRun): Promise<W.ClaimedRun> {
    const { runId } = claimed.run;
    const isNeeded = toNeeded(claimed.journal);
    const opened = (await this.#openJournal(runId, claimed.journal.filter(isNeeded))).values();
    const journal = claimed.journal.map((event) => (isNeeded(event) ? opened.next().value! : event));
    return { ...claimed, journal, inbox: this.#openMessages(runId, claimed.inbox) };
  }

  #openMessages(runId: RunId, messages: readonly W.InboxMessage[]): W.InboxMessage[] {
    return messages.map((message) => this.#openMessage(runId, message));
  }

  #openMessage(runId: RunId, message: W.InboxMessage): W.InboxMessage {
    return { ...message, content: changeContent(message.content, this.#openerOf(runId), message.n) };
  }

  #openDelivery(outcome: Extract<W.DeliverOutcome, { ok: true }>): W.DeliverOutcome {
    return { ...outcome, message: this.#openMessage(outcome.runId, outcome.message) };
  }

  #openHookDelivery(token: string, outcome: W.HookDelivery): W.HookDelivery {
    if (outcome.ok) return this.#openDelivery(outcome);
    return outcome.reason === 'repeated' ? { ...outcome, ...this.#openReceipt(token, outcome) } : outcome;
  }

  #openHook<Hook extends W.HookRecord>(hook: Hook): Hook {
    return changeHook(hook, this.#openerOf(hook.runId));
  }

  #stream(runId: RunId, stream: string): EncryptedStream {
    const [inner, keys, free, ends] = [this.#inner, this.#keys, this.#free, this.#ends];
    return new EncryptedStream({ inner, keys, free, ends, runId, stream });
  }
}

/** Which events have values that the next owner of a run needs: of steps that have ended only the results. */
function toNeeded(journal: readonly JournalEvent[]): (event: JournalEvent) => boolean {
  const isResult = ({ type }: JournalEvent): boolean => type === 'step_completed' || type === 'step_failed';
  const ended = new Set<number>();
  for (const event of journal) if (isResult(event) && 'call' in event) ended.add(event.call);
  return (event) => isResult(event) || !event.type.startsWith('step_') || !('call' in event && ended.has(event.call));
}
