/**
 * A second, plain bookkeeping beside the World: the content that a store must have after its answers. It learns of
 * every request at the moment when that takes effect, and reports requests and answers that a correct engine or World
 * never gives.
 */
import type { RunId, WorkerId } from '../../runtime/contract/ids.ts';
import { isTerminal, type HookReceived, type JournalEvent } from '../../runtime/journal/events.ts';
import { RunStateMachine, type RunState } from '../../runtime/journal/run-state.ts';
import type * as W from '../../runtime/world/world.ts';
import { findDeliveryProblems } from './delivery-rules.ts';
import { OffersModel } from './offer-model.ts';
import { StreamModel } from './stream-model.ts';
import { TokenModel } from './token-model.ts';

export interface RunModel {
  readonly runId: RunId;
  readonly machine: RunStateMachine;
  readonly state: RunState;
  readonly journal: JournalEvent[];
  epoch: number;
  owner: WorkerId | null;
  /** Whose commit ended it: what that one left behind is begun by nobody else. */
  endedBy: WorkerId | null;
  /** All messages that were ever accepted. */
  readonly messages: W.InboxMessage[];
  inboxTaken: number;
  readonly streams: Map<string, StreamModel>;
}

export class StoreModel {
  readonly runs = new Map<RunId, RunModel>();
  readonly tokens: TokenModel;
  readonly offers: OffersModel;
  /** By run, call and number; `null`: clocks differ, so that anybody may begin anything. */
  attemptsBegun: Set<string> | null = null;
  /** The worker whose request takes effect. */
  writer: WorkerId | null = null;
  readonly #workers = new Map<WorkerId, number>();
  /** The callers' own names of runs. */
  readonly #keys = new Map<string, RunId>();
  readonly #report: (problem: string) => void;

  constructor(report: (problem: string) => void) {
    this.#report = report;
    this.tokens = new TokenModel(report);
    this.offers = new OffersModel(report);
  }

  createRun(outcome: W.CreateOutcome, run: W.NewRun): RunId[] {
    if (!outcome.ok) return [];
    if (this.runs.has(run.runId)) this.#report(`run ${run.runId} was created twice`);
    const created = this.#create(run);
    this.#appendTo(run.runId, run);
    return [...created, ...this.#carryOut(run.outbox)];
  }

  #create({ runId, owner, events, takesKeyFrom }: W.NewRun): RunId[] {
    const ownerLives = owner !== null && this.#workers.has(owner);
    const machine = new RunStateMachine(runId);
    const model: RunModel = {
      runId,
      machine,
      state: machine.state,
      journal: [],
      // Its creator believes that it owns it, also when the store knows better.
      epoch: owner !== null ? 1 : 0,
      owner: ownerLives ? owner : null,
      endedBy: null,
      messages: [],
      inboxTaken: 0,
      streams: new Map(),
    };
    this.runs.set(runId, model);
    this.#append(model, events);
    this.#takeKey(events[0]!, runId, takesKeyFrom ?? null);
    return [runId];
  }

  #takeKey(created: JournalEvent, runId: RunId, takenFrom: RunId | null): void {
    if (created.type !== 'run_created' || created.key === undefined) return;
    const holder = this.#keys.get(created.key) ?? null;
    if (holder !== null && holder !== takenFrom) this.#report(`${runId} and ${holder} have the key ${created.key}`);
    this.#keys.set(created.key, runId);
  }

  commit(outcome: W.CommitOutcome, commit: W.RunCommit): RunId[] {
    const { runId, epoch, afterSeq, events } = commit;
    if (!outcome.ok) return [runId];
    const run = this.runs.get(runId);
    if (!run) {
      this.#report(`a commit to ${runId} was taken, which does not exist`);
      return [];
    }
    if (run.owner !== this.writer)
      this.#report(`a commit of ${this.writer} to ${runId} was taken, ${run.owner} owns it`);
    if (run.epoch !== epoch) this.#report(`a commit of epoch ${epoch} to ${runId} was taken in epoch ${run.epoch}`);
    if (run.journal.length !== afterSeq) {
      this.#report(`a commit after ${afterSeq} to ${runId} was taken after ${run.journal.length}`);
    }
    this.#acceptOwn(run, commit);
    const taken = run.messages.slice(run.inboxTaken, commit.inboxTaken);
    run.inboxTaken = Math.max(run.inboxTaken, commit.inboxTaken);
    if (commit.release) run.owner = null;
    this.#append(run, events);
    const { attemptsBegun } = this;
    const begun = attemptsBegun && {
      has: (call: number, attempt: number) => attemptsBegun.has(`${runId} ${call} ${attempt}`),
      isElsewhere: (call: number, attempt: number) => this.offers.wasOffered({ runId, call, attempt }),
    };
    for (const problem of findDeliveryProblems({ taken, events, begun, state: run.state })) {
      this.#report(`${runId}: ${problem}`);
    }
    this.#appendTo(runId, commit);
    return [runId, ...this.#carryOut(commit.outbox)];
  }

  /** Takes in the payloads that the owner took itself. One that the code no longer waited for left no event. */
  #acceptOwn(run: RunModel, { accepts = [], events, inboxTaken }: W.RunCommit): void {
    if (accepts.length === 0) return;
    if (run.messages.length + accepts.length !== inboxTaken)
      this.#report(`a commit to ${run.runId} brought ${accepts.length} payloads up to ${inboxTaken}, over others`);
    const received = receivedOnly(events, run.messages.slice(run.inboxTaken));
    for (const call of accepts) {
      const payload = received[0]?.call === call ? received.shift()!.payload : '';
      run.messages.push({ n: run.messages.length + 1, at: 0, content: { type: 'hook', call, payload } });
      this.tokens.acceptCall(run.runId, call);
    }
  }

  /**
   * Takes in the chunks of a commit: as many as its events say, and the last chunks of steps whose results it brings.
   */
  #appendTo(committing: RunId, { events, appends = [] }: Pick<W.RunCommit, 'events' | 'appends'>): void {
    const [told, brought] = [
      events.reduce((sum, event) => sum + (event.type === 'stream_written' ? event.chunks : 0), 0),
      appends.reduce((sum, { chunks }) => sum + chunks.length, 0),
    ];
    const mayBringMore = events.some(({ type }) => type === 'step_completed');
    if (mayBringMore ? told > brought : told !== brought)
      this.#report(`a commit to ${committing} wrote ${brought} chunks, its events say ${told}`);
    for (const { runId, stream, chunks } of appends) {
      const run = this.runs.get(runId);
      const isOpen = run && (runId === committing || !isTerminal(run.state.status));
      if (isOpen) this.#streamOf(runId, stream)?.append(chunks, undefined);
    }
  }

  /** Takes in the effects of a commit on other runs. */
  #carryOut(outbox: W.Outbox | undefined): RunId[] {
    const { runs, messages } = outbox ?? { runs: [], messages: [] };
    const created = runs.filter(({ runId }) => !this.runs.has(runId)).flatMap((run) => this.#create(run));
    const told = messages.filter(({ runId }) => {
      const run = this.runs.get(runId);
      return run && !isTerminal(run.state.status);
    });
    for (const { runId, content, at } of told) {
      const { messages: accepted } = this.runs.get(runId)!;
      accepted.push(structuredClone({ n: accepted.length + 1, at, content }));
    }
    return [...created, ...told.map(({ runId }) => runId)];
  }

  deliver(outcome: W.DeliverOutcome): RunId[] {
    return this.#accept(outcome);
  }

  deliverToHook(outcome: W.HookDelivery, token: string): RunId[] {
    const holder = this.tokens.holderOf(token);
    if (outcome.ok && outcome.runId !== holder?.runId) {
      this.#report(`a payload for ${token} went to ${outcome.runId}, ${holder?.runId ?? 'nobody'} holds it`);
    }
    if (!outcome.ok && outcome.reason === 'repeated') return [];
    if (!outcome.ok && holder) this.#report(`a payload for ${token} was refused, which ${holder.runId} holds`);
    if (outcome.ok) this.tokens.accept(token);
    return this.#accept(outcome);
  }

  joinWorker(_: undefined, workerId: WorkerId, leaseUntil: number): RunId[] {
    this.#workers.set(workerId, leaseUntil);
    return [];
  }

  renewWorker(isKnown: boolean, workerId: WorkerId, leaseUntil: number): RunId[] {
    if (isKnown !== this.#workers.has(workerId))
      this.#report(`the renewal of ${workerId} was answered with ${isKnown}`);
    if (isKnown) this.#workers.set(workerId, Math.max(leaseUntil, this.#workers.get(workerId)!));
    return [];
  }

  /** The lease of a worker has ended at `now`; it is still known. */
  isExpired(workerId: WorkerId, now: number): boolean {
    return (this.#workers.get(workerId) ?? Infinity) < now;
  }

  leaveWorker(_: undefined, workerId: WorkerId): RunId[] {
    return this.#forgetWorker(workerId);
  }

  releaseDead(count: number, now: number): RunId[] {
    const dead = [...this.#workers].filter(([, leaseUntil]) => leaseUntil < now);
    const released = dead.flatMap(([workerId]) => this.#forgetWorker(workerId));
    if (released.length !== count) this.#report(`${count} runs of dead workers were let go, not ${released.length}`);
    return released;
  }

  claimDue(claimed: W.ClaimedRun[], workerId: WorkerId, _now: number, limit: number): RunId[] {
    if (claimed.length > limit) this.#report(`${claimed.length} runs were claimed, ${limit} were asked for`);
    return claimed.flatMap((run) => this.#claim(workerId, run));
  }

  claimRun(claimed: W.ClaimedRun | null, workerId: WorkerId): RunId[] {
    return claimed ? this.#claim(workerId, claimed) : [];
  }

  offerSteps(refused: W.StepCallKey[], offers: readonly W.StepOffer[]): RunId[] {
    this.offers.add(refused, offers);
    return [];
  }

  withdrawOffers(gone: W.StepCallKey[], _calls: unknown, which: 'waiting' | 'all'): RunId[] {
    this.offers.withdraw(gone, which);
    return [];
  }

  takeOffers(taken: W.TakenOffer[], workerId: WorkerId): RunId[] {
    this.offers.take(taken, workerId);
    return [];
  }

  holdOffers(still: W.AttemptKey[], workerId: WorkerId): RunId[] {
    this.offers.hold(still, workerId);
    return [];
  }

  tellOwner(isHeld: boolean, workerId: WorkerId, key: W.AttemptKey, news: W.AttemptNews, at: number): RunId[] {
    this.offers.tell(isHeld, workerId, key, news);
    return isHeld ? this.#hear(key, news, at) : [];
  }

  #hear({ runId, call, attempt }: W.AttemptKey, news: W.AttemptNews, at: number): RunId[] {
    const run = this.runs.get(runId);
    if (!run || isTerminal(run.state.status)) return [];
    const content: W.AttemptMessage = { type: 'attempt', call, attempt, ...structuredClone(news) };
    run.messages.push({ n: run.messages.length + 1, at, content });
    return [runId];
  }

  appendChunks(
    outcome: W.AppendOutcome,
    runId: RunId,
    name: string,
    chunks: readonly W.Chunk[],
    writer?: W.ChunkWriter,
  ): RunId[] {
    if (!outcome.ok) return [];
    const stream = this.#writeStream(runId, name, writer);
    stream?.append(chunks, writer);
    if (stream && outcome.nextIndex !== stream.chunks.length) {
      this.#report(`stream "${name}" of ${runId} has ${outcome.nextIndex} chunks, not ${stream.chunks.length}`);
    }
    return [];
  }

  finishAppends(outcome: W.AppendOutcome, runId: RunId, name: string, writer: W.ChunkWriter): RunId[] {
    if (outcome.ok) this.#writeStream(runId, name, writer)?.finish(writer);
    return [];
  }

  closeStream(_: undefined, runId: RunId, name: string): RunId[] {
    const stream = this.#streamOf(runId, name);
    if (stream) stream.closed = true;
    return [];
  }

  readChunks(page: W.ChunkPage, runId: RunId, name: string, from: number, limit: number): RunId[] {
    const run = this.runs.get(runId);
    if (!run) return [];
    const { chunks, closed } = run.streams.get(name) ?? { chunks: [], closed: false };
    const isSame =
      JSON.stringify(page.chunks) === JSON.stringify(chunks.slice(from, from + limit)) &&
      page.nextIndex === chunks.length &&
      page.closed === (closed || isTerminal(run.state.status));
    if (!isSame) this.#report(`stream "${name}" of ${runId} was not read as it was written, from ${from}`);
    return [];
  }

  /** The stream, to which something was written. */
  #writeStream(runId: RunId, name: string, writer: W.ChunkWriter | undefined): StreamModel | null {
    const run = this.runs.get(runId);
    if (run && isTerminal(run.state.status)) this.#report(`stream "${name}" of ${runId} was written after the end`);
    const mayWrite = (by: W.ChunkWriter): boolean =>
      by.takenBy ? this.offers.isTaken(by, by.takenBy) : this.runs.get(by.runId)?.epoch === by.epoch;
    if (writer && !mayWrite(writer)) {
      this.#report(`stream "${name}" of ${runId} was written in a stale epoch`);
    }
    return this.#streamOf(runId, name);
  }

  #streamOf(runId: RunId, name: string): StreamModel | null {
    const run = this.runs.get(runId);
    if (!run) return null;
    const stream = run.streams.get(name) ?? new StreamModel();
    run.streams.set(name, stream);
    return stream;
  }

  /** Compares what a World says of a run. */
  checkRecord(runId: RunId, record: W.RunRecord | null): void {
    const run = this.runs.get(runId);
    if (!run || !record) {
      if (run || record) this.#report(`the store ${record ? 'has' : 'does not have'} ${runId}`);
      return;
    }
    const { state, journal, epoch, owner, inboxTaken } = run;
    const expected = { status: state.status, seq: journal.length, epoch, owner, inboxTaken };
    for (const [name, value] of Object.entries(expected)) {
      const found = record[name as keyof typeof expected];
      if (found !== value) this.#report(`${name} of ${runId} is ${found}, not ${value}`);
    }
  }

  #append(run: RunModel, events: readonly JournalEvent[]): void {
    for (const event of events) {
      try {
        run.machine.apply(event);
      } catch (error) {
        this.#report((error as Error).message);
      }
      run.journal.push(structuredClone(event));
    }
    this.tokens.apply(run.runId, events);
    if (!isTerminal(run.state.status)) return;
    run.endedBy ??= run.owner;
    run.owner = null;
  }

  #accept(outcome: W.DeliverOutcome): RunId[] {
    if (!outcome.ok) return [];
    const { runId, message } = outcome;
    const run = this.runs.get(runId);
    if (!run || isTerminal(run.state.status)) {
      this.#report(`a message for ${runId} was taken, which ${run ? 'has ended' : 'does not exist'}`);
      return [];
    }
    run.messages.push(structuredClone(message));
    if (message.n !== run.messages.length) {
      this.#report(`message ${run.messages.length} of ${runId} got number ${message.n}`);
    }
    return [runId];
  }

  #claim(workerId: WorkerId, { run: record, journal, inbox }: W.ClaimedRun): RunId[] {
    const run = this.runs.get(record.runId);
    if (!run) {
      this.#report(`${record.runId} was claimed, which does not exist`);
      return [];
    }
    if (run.owner !== null) this.#report(`${run.runId} was claimed by ${workerId} while ${run.owner} owns it`);
    if (isTerminal(run.state.status)) this.#report(`${run.runId} was claimed after its end`);
    run.owner = workerId;
    run.epoch += 1;
    if (journal.at(-1)?.seq !== run.journal.length) this.#report(`${run.runId} was claimed with another journal`);
    const waiting = run.messages.slice(run.inboxTaken).map(({ n }) => n);
    if (inbox.map(({ n }) => n).join() !== waiting.join()) this.#report(`${run.runId} was claimed with another inbox`);
    return [run.runId];
  }

  #forgetWorker(workerId: WorkerId): RunId[] {
    this.#workers.delete(workerId);
    const released = [...this.runs.values()].filter(({ owner }) => owner === workerId);
    for (const run of released) run.owner = null;
    for (const key of this.offers.interrupt(workerId)) this.#hear(key, { news: 'interrupted' }, 0);
    return released.map(({ runId }) => runId);
  }
}

/** The payloads that events bring, without those of messages. */
function receivedOnly(events: readonly JournalEvent[], messages: readonly W.InboxMessage[]): HookReceived[] {
  const received = events.filter((event) => event.type === 'hook_received');
  for (const { content } of messages) {
    const [next] = received;
    if (content.type === 'hook' && next?.call === content.call && next.payload === content.payload) received.shift();
  }
  return received;
}
