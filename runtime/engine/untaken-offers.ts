/** Offers of this process that nobody is known to have taken, and a warning for those that nobody can take. */
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import type { OfferedStep } from '../steps/offered-step.ts';
import type { World } from '../world/world.ts';

/** A step that waits for its kind of worker for so long is reported … */
const LONG_WAIT_MS = 5_000;
/** … and while steps go on waiting, no other one before this time has passed. */
const REPORT_PAUSE_MS = 60_000;

/** Where to look, and where to report. */
export interface UntakenOffersOptions {
  world: World;
  clock: Clock;
  log: Log;
  closing: AbortSignal;
}

/** In the order in which they were offered. */
export class UntakenOffers {
  readonly #options: UntakenOffersOptions;
  /** They may come back here. */
  readonly #own = new Set<OfferedStep>();
  /** They want another kind of worker. */
  readonly #foreign = new Set<OfferedStep>();
  #isArmed = false;

  constructor(options: UntakenOffersOptions) {
    this.#options = options;
  }

  /** How many may come back. */
  get size(): number {
    return this.#own.size;
  }

  /** Those that may come back, and those that want another kind of worker. */
  get all(): { own: Iterable<OfferedStep>; foreign: Iterable<OfferedStep> } {
    return { own: this.#own, foreign: this.#foreign };
  }

  add(step: OfferedStep, isForeign: boolean): void {
    (isForeign ? this.#foreign : this.#own).add(step);
    if (isForeign) this.#watch();
  }

  delete(step: OfferedStep): void {
    this.#own.delete(step);
    this.#foreign.delete(step);
  }

  /** Takes some out that came first. */
  takeOwn(count: number): OfferedStep[] {
    const first = this.#own.values().take(count).toArray();
    for (const step of first) this.#own.delete(step);
    return first;
  }

  #watch(): void {
    const [oldest] = this.#foreign;
    if (!oldest || this.#isArmed) return;
    this.#isArmed = true;
    const { clock, closing } = this.#options;
    clock.setAlarm(Math.max(oldest.offer.at + LONG_WAIT_MS, clock.now() + 1), () => {
      if (!closing.aborted) void this.#report();
    });
  }

  async #report(): Promise<void> {
    const { world, clock, log } = this.#options;
    const now = clock.now();
    const late = [...this.#foreign].filter(({ offer }) => offer.at + LONG_WAIT_MS <= now);
    try {
      const first = late[0] && (await this.#findFirst(late, world));
      if (first) {
        const { tag: worker, runId, facts, at } = first.offer;
        const waiting = late.length;
        const fix = `start a worker with WORKFLOW_WORKER_TAGS=${worker}`;
        log.warn('steps_waiting', { stepName: facts.name, runId, worker, waitedMs: now - at, waiting, fix });
      }
      clock.setAlarm(now + (first ? REPORT_PAUSE_MS : LONG_WAIT_MS), () => this.#watchAgain());
    } catch (error) {
      log.warn('store_failed', { error });
      clock.setAlarm(now + LONG_WAIT_MS, () => this.#watchAgain());
    }
  }

  #watchAgain(): void {
    this.#isArmed = false;
    this.#watch();
  }

  /** Asks the store which of them are taken by now: those are of no interest any more. */
  async #findFirst(late: readonly OfferedStep[], world: World): Promise<OfferedStep | undefined> {
    for (const [runId, own] of Map.groupBy(late, ({ offer }) => offer.runId)) {
      const offers = await world.listOffers(runId);
      const free = new Set(offers.filter(({ takenBy }) => takenBy === null).map(({ call }) => call));
      for (const step of own) if (!free.has(step.offer.call)) this.delete(step);
      const first = own.find(({ offer }) => free.has(offer.call));
      if (first) return first;
    }
    return undefined;
  }
}
