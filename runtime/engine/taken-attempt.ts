/** A step attempt of another worker's run, made here: the same as one of an own run, but its news go by messages. */
import { changeAttributes, type AttributeChanges } from '../contract/attributes.ts';
import type { Clock } from '../contract/clock.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { WorkerId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { unreadableError } from '../contract/unreadable-value.ts';
import { toLateResult, toNews, type LateResult } from './late-results.ts';
import type { StepFinder } from './step-finder.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import { RunSignals } from '../host-values/signal-values.ts';
import { withLabel, type JournalEvent, type StepCreated, type StepHeartbeat } from '../journal/events.ts';
import type { StepExecutor, StepOutcome } from '../steps/step-executor.ts';
import type { QueuePlace } from '../steps/step-queue.ts';
import { checkAttributeNumber } from '../values/attribute-values.ts';
import type { AttemptKey, AttemptNews, TakenOffer, World } from '../world/world.ts';

/** The worker's parts, and what becomes of the attempt. */
export interface TakenAttemptOptions {
  world: World;
  workerId: WorkerId;
  clock: Clock;
  executor: StepExecutor;
  steps: StepFinder;
  /** Asks the store until it answers; `null`: the worker stops. */
  ask<T>(request: () => Promise<T>): Promise<T | null>;
  /** This process has other code, or none, for the step. The function of the user was not called. */
  onMissing(): void;
  /** It is a while ago that the store said whether the attempt is still wanted: ask now. */
  onStale(): void;
  /** The step has no place of its own here. */
  onCrowded(): void;
  /** It has ended, and its run knows it. */
  onOver(): void;
}

/** An attempt begins only if its run wanted it this short a time ago: the process may have been stopped since. */
const FRESH_MS = 1_500;
/** Values that have a signal in them name it. */
const SIGNAL = 'AbortSignal';

/** One attempt, from when it was taken until its run has heard of its end. */
export class TakenAttempt {
  readonly offer: TakenOffer;
  readonly #options: TakenAttemptOptions;
  readonly #abort = new AbortController();
  readonly #signals = new RunSignals(decodeValue);
  #attributes: TakenOffer['attributes'];
  /** Event up to which the signals of the run are known; `null`: the step has none. */
  #followed: number | null = null;
  #isFollowing = false;
  #place: QueuePlace | null = null;
  /** When the store was last asked, and said that the attempt is wanted; milliseconds since the epoch. */
  #wantedAt: number;
  /** Resolves when the store has said more; there while somebody waits. */
  #heard: PromiseWithResolvers<void> | null = null;
  #isOver = false;
  #isLost = false;
  /** Its news go in order. */
  #told: Promise<unknown> = Promise.resolve();

  constructor(offer: TakenOffer, takenAt: number, options: TakenAttemptOptions) {
    this.offer = offer;
    this.#wantedAt = takenAt;
    this.#options = options;
    this.#attributes = offer.attributes;
  }

  get key(): AttemptKey {
    const { runId, call, attempt } = this.offer;
    return { runId, call, attempt };
  }

  /** Reads what it needs, and begins as soon as the lease lets it. */
  async begin(): Promise<void> {
    const { steps, ask } = this.#options;
    const { buildId, name } = this.offer.facts;
    if (!steps.knows(buildId)) await ask(() => steps.learn(buildId));
    if (this.#isOver) return;
    if (steps.find(name, buildId).error) return this.#leave('onMissing');
    const journal = await ask(() => this.#read());
    await this.#untilFresh();
    if (journal === null || this.#isOver) return;
    const { created, heartbeat } = journal;
    // The run has begun anew meanwhile, and nobody waits for the step.
    if (!created) return void this.#end({ news: 'interrupted' });
    // This process lacks a key; others may have it.
    if (unreadableError(created.payload) ?? (heartbeat && unreadableError(heartbeat.payload)))
      return this.#leave('onMissing');
    this.#submit(created, heartbeat);
  }

  async #untilFresh(): Promise<void> {
    const { clock, onStale } = this.#options;
    const isFresh = (): boolean => this.#wantedAt <= clock.now() && clock.now() < this.#wantedAt + FRESH_MS;
    while (!this.#isOver && !isFresh()) {
      this.#heard ??= Promise.withResolvers();
      onStale();
      await this.#heard.promise;
    }
  }

  #hear(): void {
    this.#heard?.resolve();
    this.#heard = null;
  }

  /** The store says that the attempt is wanted. @param askedAt When it was asked. */
  onWanted(askedAt: number): void {
    this.#wantedAt = askedAt;
    this.#hear();
    this.#follow();
  }

  /** It was taken, and has not asked for a place yet. */
  get isPreparing(): boolean {
    return this.#place === null && !this.#isOver;
  }

  /** Takes it back if it has not begun; says whether it had not. */
  withdraw(): boolean {
    const isWithdrawn = this.#place === null || this.#place.withdraw();
    if (isWithdrawn) this.#isOver = true;
    this.#hear();
    return isWithdrawn;
  }

  /** Its worker was given up for dead. A result may come too late, or not. */
  lose(): void {
    this.#isLost = true;
    this.#stop(runtimeError('step_abandoned', { runId: this.offer.runId }));
  }

  #stop(reason: WorkflowError): void {
    this.#isOver = true;
    this.#hear();
    if (this.#place === null || !this.#place.withdraw()) this.#abort.abort(reason);
  }

  /** The store says that the attempt is not here any more. */
  onWithdrawn(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#hear();
    void this.#tellFunction();
  }

  async #tellFunction(): Promise<void> {
    this.#stop(await this.#findReason());
    this.#options.onOver();
  }

  /** Looks whether signals of the run that the step has were aborted. */
  #follow(): void {
    if (this.#followed === null || this.#isFollowing || this.#isOver) return;
    this.#isFollowing = true;
    void this.#followSignals().finally(() => (this.#isFollowing = false));
  }

  async #read(): Promise<{ created: StepCreated | null; heartbeat: StepHeartbeat | null }> {
    const { createdSeq, heartbeatSeq } = this.offer.facts;
    const [created, heartbeat] = await Promise.all([this.#readEvent(createdSeq), this.#readEvent(heartbeatSeq)]);
    const isCreated = created?.type === 'step_created' && created.call === this.offer.call;
    if (isCreated && created.payload.includes(SIGNAL)) {
      this.#followed = 0;
      await this.#followSignals();
    }
    return {
      created: isCreated ? created : null,
      heartbeat: heartbeat?.type === 'step_heartbeat' ? heartbeat : null,
    };
  }

  async #readEvent(seq: number | null): Promise<JournalEvent | null> {
    if (seq === null) return null;
    // One byte: the event itself, whatever its size.
    const [event] = await this.#options.world.readJournal(this.offer.runId, seq - 1, 1);
    return event?.seq === seq ? event : null;
  }

  async #followSignals(): Promise<void> {
    const events = await this.#options.world.readJournal(this.offer.runId, this.#followed!);
    for (const event of events) {
      // From here on the code counts its signals anew.
      if (event.type === 'run_continued' && event.seq > this.offer.facts.createdSeq) return;
      if (event.type === 'signal_aborted') this.#signals.abort(event.signal, event.payload);
      this.#followed = event.seq;
    }
  }

  #submit({ options = {}, payload }: StepCreated, heartbeat: StepHeartbeat | null): void {
    const { executor, workerId } = this.#options;
    const { runId, call, attempt, epoch, workflowId, workflowStartedAt, facts } = this.offer;
    const { name, buildId, failures, startedAt, trace = null } = facts;
    this.#place = executor.submit({
      runId,
      call,
      attempt,
      epoch,
      workflowId,
      workflowStartedAt,
      trace,
      name,
      buildId,
      failures,
      startedAt,
      options,
      payload,
      heartbeat: heartbeat?.payload ?? null,
      takenBy: workerId,
      abort: this.#abort,
      signals: this.#signals,
      onLong: ({ label }) => void this.#tell({ news: 'started', ...withLabel(label) }),
      onHeartbeat: (detail) => void this.#tell({ news: 'heartbeat', payload: detail }),
      onAttributes: (attributes) => this.#onAttributes(attributes),
      onUnfit: () => this.#leave('onMissing'),
      onOutcome: (outcome) => void this.#onOutcome(outcome),
    });
    if (this.#place.waitsInLane && this.#place.withdraw()) this.#leave('onCrowded');
  }

  #onAttributes(attributes: AttributeChanges): void {
    checkAttributeNumber('setAttributes', this.#attributes, attributes);
    this.#attributes = changeAttributes(this.#attributes, attributes);
    void this.#tell({ news: 'attributes', attributes });
  }

  async #onOutcome(outcome: StepOutcome): Promise<void> {
    if (outcome.kind !== 'completed') return await this.#end(toNews(outcome));
    // Nothing carries them but the attempt itself.
    await outcome.last?.storeAlone();
    await this.#end(toNews(outcome), toLateResult(this.offer, outcome));
    outcome.held.end();
  }

  /** @param late For the run if this worker was given up meanwhile: the next attempt may not have begun. */
  async #end(news: AttemptNews, late: LateResult | null = null): Promise<void> {
    const isWanted = this.#isOver ? false : await this.#tell(news);
    if (isWanted === false && this.#isLost && late) await this.#tellLate(late);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onOver();
  }

  async #tellLate(result: LateResult): Promise<void> {
    const { world, clock, ask } = this.#options;
    await ask(() => world.deliver(this.offer.runId, result, clock.now()));
  }

  /** @returns Whether the attempt is still wanted; `null`: the worker stops. */
  #tell(news: AttemptNews): Promise<boolean | null> {
    const { world, workerId, clock, ask } = this.#options;
    const told = this.#told.then(() => ask(() => world.tellOwner(workerId, this.key, news, clock.now())));
    this.#told = told;
    return told;
  }

  #leave(how: 'onMissing' | 'onCrowded'): void {
    this.#isOver = true;
    this.#options[how]();
  }

  /** Why nobody wants the attempt any more. */
  async #findReason(): Promise<WorkflowError> {
    const { world, ask } = this.#options;
    const { runId, facts } = this.offer;
    const events = (await ask(() => world.readJournal(runId, facts.createdSeq))) ?? [];
    const told = events.find((event) => event.type === 'run_cancel_requested');
    if (!told) return runtimeError('step_abandoned', { runId });
    const { cause, reason } = told;
    return cause === 'timeout'
      ? runtimeError('run_timed_out', { runId })
      : runtimeError('run_cancelled', { runId, reason });
  }
}
