/**
 * Makes step attempts of other workers' runs, as long as there are places here that no step of an own run waits for.
 * Their news go to the inboxes of the runs.
 */
import type { Clock } from '../contract/clock.ts';
import type { WorkerId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import type { StepFinder } from './step-finder.ts';
import type { StepExecutor } from '../steps/step-executor.ts';
import { codeOf } from '../world/offers.ts';
import { untilAnswered } from '../world/until-answered.ts';
import type { Change, TakenOffer, World } from '../world/world.ts';
import { TakenAttempt } from './taken-attempt.ts';

/** Offers taken in one go, so that the workers of a store share them. */
const TAKE_MAX = 50;
/** How often the store is asked whether taken attempts are still wanted, besides after each change of it. */
const CHECK_MS = 1_000;

/** The worker that takes offers. */
export interface OfferTakerOptions {
  world: World;
  workerId: WorkerId;
  clock: Clock;
  log: Log;
  executor: StepExecutor;
  steps: StepFinder;
  tags: ReadonlySet<string>;
  /** The worker runs, its lease holds, and it may take on something new. */
  mayTake(): boolean;
  /** An attempt is over. */
  onOver(): void;
}

/** Holds the attempts that this worker has taken. */
export class OfferTaker {
  readonly #options: OfferTakerOptions;
  readonly #held = new Map<string, TakenAttempt>();
  /** Code that this process lacks. */
  readonly #missing = new Set<string>();
  /** Steps of which no more run here, by their code, until an attempt has ended. */
  readonly #crowded = new Set<string>();
  /** There may be more to take than there was room for. */
  #wantsMore = false;
  #looking: Promise<void> | null = null;
  #looksAgain = false;
  #checksAgain = false;
  #cancelCheck: (() => void) | null = null;
  #isClosed = false;
  readonly #closing = new AbortController();
  #whenQuiet: (() => void) | null = null;

  constructor(options: OfferTakerOptions) {
    this.#options = options;
  }

  /** Attempts of others that are here. */
  get size(): number {
    return this.#held.size;
  }

  /** Other code is here: what was lacking may be there now. */
  onNewCode(): void {
    this.#missing.clear();
    this.look();
  }

  onChange(change: Change): void {
    if (change.kind !== 'offers' && change.kind !== 'elsewhere') return;
    this.#checksAgain = this.#held.size > 0;
    this.look();
  }

  /** There is a place that no step of an own run wants. */
  onRoom(): void {
    // Each attempt that ends comes here, and clearing makes a new table.
    if (this.#crowded.size > 0) this.#crowded.clear();
    if (this.#wantsMore) this.look();
  }

  /** Looks for offers, and whether those that are held are still wanted. Calls that come meanwhile share one look. */
  look(): void {
    this.#looksAgain = true;
    this.#looking ??= this.#lookLoop().finally(() => (this.#looking = null));
  }

  /** The worker was given up for dead: its attempts count as cut off. */
  loseAll(): void {
    for (const attempt of this.#held.values()) attempt.lose();
    this.#held.clear();
    this.#onLess();
  }

  /** Takes nothing more, gives back what has not begun, and lets the rest finish. Resolves when nothing is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [key, attempt] of this.#held) if (attempt.withdraw()) this.#held.delete(key);
    this.#checksAgain = true;
    this.look();
    await this.#looking;
    if (this.#held.size > 0) await new Promise<void>((resolve) => (this.#whenQuiet = resolve));
  }

  /** The time to finish is over, or the store is gone: nobody is told any more. */
  abandon(): void {
    this.#isClosed = true;
    this.#closing.abort();
    this.#cancelCheck?.();
    this.loseAll();
  }

  async #lookLoop(): Promise<void> {
    try {
      while (this.#looksAgain && !this.#closing.signal.aborted) {
        this.#looksAgain = false;
        if (this.#checksAgain) await this.#check();
        await this.#take();
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#options.log.warn('store_failed', { error });
      // Perhaps the store gave something, and the answer was lost.
      this.#checksAgain = this.#wantsMore = true;
      this.#checkLater();
    }
  }

  async #take(): Promise<void> {
    const { world, workerId, clock, executor, tags, mayTake } = this.#options;
    const preparing = this.#held.values().reduce((count, { isPreparing }) => count + Number(isPreparing), 0);
    const limit = Math.min(executor.room - preparing, TAKE_MAX);
    this.#wantsMore = true;
    if (this.#isClosed || limit <= 0 || !mayTake()) return;
    const request = { limit, tags: [...tags], without: [...this.#missing, ...this.#crowded] };
    const askedAt = clock.now();
    const taken = await world.takeOffers(workerId, request);
    this.#wantsMore = taken.length === limit;
    for (const offer of taken) this.#hold(offer, askedAt);
    if (taken.length > 0) this.#checkLater();
    if (this.#wantsMore) this.#looksAgain = true;
  }

  #hold(offer: TakenOffer, askedAt: number): void {
    const key = keyOf(offer);
    const attempt = new TakenAttempt(offer, askedAt, {
      ...this.#options,
      ask: (request) => this.#ask(request),
      onStale: () => this.#checkNow(),
      onMissing: () => {
        this.#missing.add(codeOf(offer.facts));
        this.#giveBack(key, attempt);
      },
      onCrowded: () => {
        this.#crowded.add(codeOf(offer.facts));
        this.#giveBack(key, attempt);
      },
      onOver: () => {
        if (this.#held.get(key) === attempt) this.#held.delete(key);
        this.#onLess();
      },
    });
    this.#held.set(key, attempt);
    void attempt.begin();
  }

  #giveBack(key: string, attempt: TakenAttempt): void {
    if (this.#held.get(key) !== attempt) return;
    this.#held.delete(key);
    if (this.#held.size === 0) this.#whenQuiet?.();
    this.#checkNow();
  }

  #onLess(): void {
    if (this.#held.size === 0) this.#whenQuiet?.();
    this.#options.onOver();
    this.onRoom();
  }

  /** Attempts that the store does not know any more hear that nobody wants them. */
  async #check(): Promise<void> {
    const { world, workerId, clock } = this.#options;
    this.#checksAgain = false;
    const askedAt = clock.now();
    const asked = [...this.#held];
    const still = new Set(
      (
        await world.holdOffers(
          workerId,
          asked.map(([, { key }]) => key),
        )
      ).map(keyOf),
    );
    for (const [key, attempt] of asked) {
      if (!still.has(key) && this.#held.get(key) === attempt) attempt.onWithdrawn();
      else attempt.onWanted(askedAt);
    }
  }

  #checkNow(): void {
    this.#checksAgain = true;
    this.look();
  }

  #checkLater(): void {
    const { clock } = this.#options;
    this.#cancelCheck ??= clock.setAlarm(clock.now() + CHECK_MS, () => {
      this.#cancelCheck = null;
      if (this.#held.size === 0 && !this.#checksAgain) return;
      this.#checkLater();
      this.#checkNow();
    });
  }

  async #ask<T>(request: () => Promise<T>): Promise<T | null> {
    const { log, clock } = this.#options;
    const isOver = (): boolean => this.#closing.signal.aborted;
    const answer = await untilAnswered(request, { log, runId: null, clock, isOver });
    return answer.kind === 'answer' ? answer.value : null;
  }
}

const keyOf = ({ runId, call }: { runId: string; call: number }): string => `${runId} ${call}`;
