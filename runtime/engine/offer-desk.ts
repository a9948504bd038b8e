/**
 * Leaves steps of the runs of this process to other workers: those that want another kind of worker, and those that
 * would wait long for a place here. Short steps never come here: at the pace of the last moment, their turn comes
 * before. An offer that nobody has taken comes back as soon as there is a place.
 */
import type { Clock } from '../contract/clock.ts';
import type { RunId, WorkerId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import { isTerminal } from '../journal/events.ts';
import type { OfferedStep } from '../steps/offered-step.ts';
import type { StepExecutor } from '../steps/step-executor.ts';
import type { WaitingStep } from '../steps/step-queue.ts';
import { endsAttempt } from '../world/offers.ts';
import { untilAnswered } from '../world/until-answered.ts';
import type { OwnedCall, World } from '../world/world.ts';
import { UntakenOffers } from './untaken-offers.ts';

/** A step that waits for so long, and would go on waiting for so long, is offered. */
const WAIT_MS = 100;
/** Offers of this process that nobody has taken, at most: more would only wait in another place. */
const UNTAKEN_MAX = 1_000;
/** How long it counts whether another worker is there. */
const OTHERS_HOLD_MS = 2_000;

/** The process whose steps these are. */
export interface OfferDeskOptions {
  world: World;
  workerId: WorkerId;
  clock: Clock;
  log: Log;
  executor: StepExecutor;
  /** Aborted when nothing new begins any more: then nothing is offered, and nothing comes back. */
  draining: AbortSignal;
  /** Aborted when the store need not be asked any more. */
  closing: AbortSignal;
}

/** Knows the offers of this process that nobody has taken. */
export class OfferDesk {
  readonly #options: OfferDeskOptions;
  readonly #untaken: UntakenOffers;
  #isArmed = false;
  #isOfferingForeign = false;
  #isTakingBack = false;
  /** Attempts that ended here within one look: so many places become free before an offer could come back. */
  #pace = 0;
  #others: { areThere: boolean; until: number } = { areThere: false, until: 0 };

  constructor(options: OfferDeskOptions) {
    this.#options = options;
    this.#untaken = new UntakenOffers(options);
  }

  /** Offers that nobody is known to have taken, those that came first at the beginning. */
  get untaken(): UntakenOffers['all'] {
    return this.#untaken.all;
  }

  /** Something waits here now. */
  watch(): void {
    const { clock, executor, draining } = this.#options;
    if (draining.aborted) return;
    if (executor.foreign.size > 0 && !this.#isOfferingForeign) void this.#offerForeign();
    if (executor.waiting.size === 0 || this.#isArmed) return;
    this.#isArmed = true;
    const endedBefore = executor.ended;
    clock.setAlarm(clock.now() + WAIT_MS, () => void this.#look(executor.ended - endedBefore));
  }

  /** There is a place that nobody waits for. @returns Whether an offer comes back for it. */
  onRoom(): boolean {
    if (this.#untaken.size === 0 || this.#options.draining.aborted) return false;
    if (!this.#isTakingBack) void this.#takeBack();
    return true;
  }

  /** An offer that an earlier owner has made, and nobody has taken. */
  adopt(step: OfferedStep): void {
    this.#untaken.add(step, this.#isForeign(step));
    // Once all of them are here.
    queueMicrotask(() => this.#options.executor.room > 0 && this.onRoom());
  }

  /** The run has the outcome, or was let go. */
  drop(step: OfferedStep): void {
    this.#untaken.delete(step);
  }

  /** Takes back those that nobody has taken: they do not begin. Resolves when that is durable. */
  async withdraw(steps: readonly OfferedStep[]): Promise<OfferedStep[]> {
    return await this.#whileMoving(steps, async () => {
      const gone = await this.#withdraw(steps);
      for (const step of steps) this.#untaken.delete(step);
      return gone;
    });
  }

  /** Ends offers, whoever has them. Resolves when that is durable, or the worker stops. */
  async recall(calls: readonly OwnedCall[]): Promise<void> {
    await this.#ask(() => this.#options.world.withdrawOffers(calls, 'all'));
  }

  /** @param pace See {@link #pace}. */
  async #look(pace: number): Promise<void> {
    this.#pace = pace;
    if (!this.#options.draining.aborted) await this.#offer(await this.#chooseWaiting());
    this.#isArmed = false;
    this.watch();
  }

  /** Those that came in the same turn of the event loop go together. */
  async #offerForeign(): Promise<void> {
    const { executor, log } = this.#options;
    this.#isOfferingForeign = true;
    await Promise.resolve();
    while (executor.foreign.size > 0 && !this.#options.draining.aborted) {
      const chosen = [...executor.foreign];
      await this.#offer(chosen);
      // Nobody waits for them, and they cannot be made here.
      if (this.#options.draining.aborted) break;
      for (const { step } of chosen)
        if (step.dismiss?.()) log.warn('step_not_made', { runId: step.runId, stepName: step.name });
    }
    this.#isOfferingForeign = false;
  }

  /** Those that wait behind the ones that get their places soon. */
  async #chooseWaiting(): Promise<WaitingStep[]> {
    const { executor, clock } = this.#options;
    const room = UNTAKEN_MAX - this.#untaken.size;
    if (executor.waiting.size <= this.#pace || room <= 0 || !(await this.#areOthersThere())) return [];
    const waitsLong = ({ since, step }: WaitingStep): boolean =>
      since <= clock.now() - WAIT_MS && step.giveAway !== undefined;
    return executor.waiting.values().drop(this.#pace).filter(waitsLong).take(room).toArray();
  }

  async #areOthersThere(): Promise<boolean> {
    const { world, workerId, clock, log } = this.#options;
    const now = clock.now();
    if (now >= this.#others.until) {
      try {
        this.#others = { areThere: await world.hasWorker(now, workerId), until: now + OTHERS_HOLD_MS };
      } catch (error) {
        log.warn('store_failed', { error });
      }
    }
    return this.#others.areThere;
  }

  async #offer(chosen: readonly WaitingStep[]): Promise<void> {
    const steps = chosen.flatMap(({ step, since }) => step.giveAway?.(since) ?? []);
    if (steps.length === 0) return;
    await this.#whileMoving(steps, async () => {
      const { world, log } = this.#options;
      try {
        const refused = await world.offerSteps(steps.map(({ offer }) => offer));
        const isRefused = has(refused);
        for (const step of steps) {
          if (isRefused(step)) step.onRefused();
          else if (step.isWanted) this.#untaken.add(step, this.#isForeign(step));
        }
      } catch (error) {
        // Perhaps the offers are there, and even taken.
        log.error('store_failed', { error });
        for (const step of await this.#withdraw(steps, { isCertain: false })) step.comeBack();
      }
    });
    if (this.#options.executor.room > 0) this.onRoom();
  }

  #isForeign({ offer: { tag } }: OfferedStep): boolean {
    return tag !== null && !this.#options.executor.isOf(tag);
  }

  async #takeBack(): Promise<void> {
    const { executor } = this.#options;
    this.#isTakingBack = true;
    try {
      while (executor.room > 0 && !this.#options.draining.aborted) {
        const steps = this.#untaken.takeOwn(executor.room + this.#pace);
        if (steps.length === 0) break;
        await this.#whileMoving(steps, async () => {
          for (const step of await this.#withdraw(steps)) step.comeBack();
        });
      }
    } finally {
      this.#isTakingBack = false;
    }
  }

  /** While the store is asked about them, their runs stay here. */
  async #whileMoving<Result>(steps: readonly OfferedStep[], work: () => Promise<Result>): Promise<Result> {
    for (const step of steps) step.setMoving(true);
    try {
      return await work();
    } finally {
      for (const step of steps) step.setMoving(false);
    }
  }

  /**
   * Takes offers back that nobody has taken.
   * @param isCertain The offers were in the store, if nobody has ended them.
   * @returns Those of which nobody else makes the attempts.
   */
  async #withdraw(steps: readonly OfferedStep[], { isCertain = true } = {}): Promise<OfferedStep[]> {
    let tries = 0;
    const gone = await this.#ask(() => {
      tries += 1;
      return this.#options.world.withdrawOffers(
        steps.map(({ offer }) => offer),
        'waiting',
      );
    });
    if (!gone) return [];
    const isGone = has(gone);
    const rest = steps.filter((step) => !isGone(step));
    // The answer to an earlier try was lost: what is not there may have gone then.
    const lost = isCertain && tries === 1 ? [] : await this.#findLost(rest);
    return [...steps.filter(isGone), ...lost];
  }

  /**
   * Those that are neither offered, nor have been ended by another worker. Of a run that has ended, no message tells
   * that: another worker may have made the attempt, and nobody waits for it.
   */
  async #findLost(steps: readonly OfferedStep[]): Promise<OfferedStep[]> {
    const { world } = this.#options;
    const lost: OfferedStep[] = [];
    for (const [runId, own] of Map.groupBy(steps, ({ offer }) => offer.runId)) {
      const known = await this.#ask(() => this.#readKnown(runId));
      // Afterwards: a run that goes on now had kept its messages.
      const record = known && (await this.#ask(() => world.readRun(runId)));
      if (!known || !record || isTerminal(record.status)) continue;
      lost.push(...own.filter(({ offer: { call, attempt } }) => !known.has(`${call} ${attempt}`)));
    }
    return lost;
  }

  /** The attempts of a run that are offered, or have ended elsewhere and not in the journal. */
  async #readKnown(runId: RunId): Promise<Set<string>> {
    const { world } = this.#options;
    // First the offers: what an attempt says that ends between the two is among the messages.
    const offers = await world.listOffers(runId);
    const ended = (await world.readInbox(runId)).flatMap(({ content }) =>
      content.type === 'attempt' && endsAttempt(content) ? [content] : [],
    );
    return new Set([...offers, ...ended].map(({ call, attempt }) => `${call} ${attempt}`));
  }

  async #ask<T>(request: () => Promise<T>): Promise<T | null> {
    const { log, clock, closing } = this.#options;
    const answer = await untilAnswered(request, { log, runId: null, clock, isOver: () => closing.aborted });
    return answer.kind === 'answer' ? answer.value : null;
  }
}

/** Whether a step is among calls. */
function has(calls: readonly { runId: RunId; call: number }[]): (step: OfferedStep) => boolean {
  const keys = new Set(calls.map(({ runId, call }) => `${runId} ${call}`));
  return ({ offer: { runId, call } }) => keys.has(`${runId} ${call}`);
}
