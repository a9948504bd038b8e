/** The step calls of one run that are left to other workers. */
import type { BuildId } from '../contract/ids.ts';
import type { OpenStep, RunState } from '../journal/run-state.ts';
import type { OfferedStep } from '../steps/offered-step.ts';
import type { AttemptKey, OfferRecord, StepOffer } from '../world/world.ts';
import type { OfferDesk } from './offer-desk.ts';
import { SparseMap } from '../contract/sparse-map.ts';

/** The run, and how its calls come back. */
export interface RunOffersOptions {
  state: RunState;
  epoch: number;
  desk: OfferDesk;
  /** Makes the attempt here after all, of a step that the code of a build has asked for. */
  begin(step: OpenStep, buildId: BuildId | null): void;
  /** Something is under way: the run is not to be given back. */
  onBegun(): void;
  onSettled(): void;
  onRefused(): void;
}

/** Which worker a call wants, and since when. */
export interface OfferWish {
  tag: string | null;
  since: number;
}

/** Knows which calls are elsewhere, from their offer until a turn takes how they ended. */
export class RunOffers {
  readonly #options: RunOffersOptions;
  readonly #steps = new SparseMap<number, OfferedStep>();
  #moving = 0;
  #isDropped = false;
  #wereUsed = false;

  constructor(options: RunOffersOptions) {
    this.#options = options;
  }

  /** How many are on their way to the store or back. */
  get moving(): number {
    return this.#moving;
  }

  /** Whether a call of the run has ever been elsewhere. */
  get wereUsed(): boolean {
    return this.#wereUsed;
  }

  has(call: number): boolean {
    return this.#steps.has(call);
  }

  /** A call that is to be offered. */
  add(step: OpenStep, wish: OfferWish): OfferedStep {
    return this.#track(step, this.#toOffer(step, wish));
  }

  /** Takes over offers that an earlier owner has made. Those that nobody waits for any more end. */
  adopt(offers: readonly OfferRecord[], isOpen: (offer: OfferRecord) => boolean): void {
    const { state, epoch, desk } = this.#options;
    const stale: StepOffer[] = [];
    for (const record of offers) {
      const { call, tag, at } = record;
      const open = state.open.get(call);
      if (open?.kind === 'step' && isOpen(record)) {
        const step = this.#track(open, this.#toOffer(open, { tag, since: at }));
        if (record.takenBy === null) desk.adopt(step);
      } else {
        const { runId, attempt, name } = record;
        const facts = { name, buildId: null, createdSeq: 0, heartbeatSeq: null, failures: 0, startedAt: null };
        stale.push({ runId, call, attempt, epoch, tag, at, facts });
      }
    }
    if (stale.length > 0) void desk.recall(stale);
  }

  /** A turn takes how an attempt ended. */
  end({ call, attempt }: Pick<AttemptKey, 'call' | 'attempt'>): void {
    const step = this.#steps.get(call);
    if (step?.offer.attempt !== attempt) return;
    this.#options.desk.drop(step);
    this.#steps.delete(call);
  }

  /** Takes back what nobody has taken; it does not begin here. Resolves when that is durable. */
  async withdraw(): Promise<void> {
    if (this.#steps.size === 0) return;
    const gone = await this.#options.desk.withdraw([...this.#steps.values()]);
    for (const { offer } of gone) this.#steps.delete(offer.call);
  }

  /** The run was told to end: other workers hear that nobody wants the attempts any more. */
  recall(): void {
    if (this.#steps.size === 0) return;
    const steps = [...this.#steps.values()];
    for (const step of steps) this.#options.desk.drop(step);
    this.#steps.clear();
    void this.#options.desk.recall(steps.map(({ offer }) => offer));
  }

  /** The run was let go. The offers stay: they are for its next owner. */
  drop(): void {
    this.#isDropped = true;
    for (const step of this.#steps.values()) this.#options.desk.drop(step);
  }

  #toOffer(step: OpenStep, { tag, since }: OfferWish): StepOffer {
    const { state, epoch } = this.#options;
    const { call, attempt, name, createdSeq, heartbeatSeq, failures, startedAt } = step;
    const traced = state.trace && { trace: state.trace };
    const facts = { name, buildId: state.buildId, createdSeq, heartbeatSeq, failures, startedAt, ...traced };
    return { runId: state.runId, call, attempt, epoch, tag, at: since, facts };
  }

  #track(step: OpenStep, offer: StepOffer): OfferedStep {
    const { call } = step;
    const isHere = (): boolean => !this.#isDropped && this.#steps.get(call) === offered;
    const offered: OfferedStep = {
      offer,
      get isWanted() {
        return isHere();
      },
      setMoving: (isMoving) => this.#setMoving(isMoving),
      comeBack: () => {
        if (!isHere()) return;
        this.#steps.delete(call);
        const { state, begin } = this.#options;
        if (state.pausedAt !== null) return;
        const open = state.open.get(call);
        if (open?.kind === 'step') begin(open, state.buildId);
        // The code does not wait for it any more, and may have begun anew as that of another build.
        else begin(step, offer.facts.buildId);
      },
      onRefused: () => {
        if (isHere()) this.#options.onRefused();
      },
    };
    this.#steps.set(call, offered);
    this.#wereUsed = true;
    return offered;
  }

  #setMoving(isMoving: boolean): void {
    this.#moving += isMoving ? 1 : -1;
    if (isMoving && !this.#isDropped) this.#options.onBegun();
    if (this.#moving === 0 && !this.#isDropped) this.#options.onSettled();
  }
}
