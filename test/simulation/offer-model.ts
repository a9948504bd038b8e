/** The second bookkeeping of steps that owners of runs leave to other workers. */
import type { WorkerId } from '../../runtime/contract/ids.ts';
import { endsAttempt } from '../../runtime/world/offers.ts';
import type * as W from '../../runtime/world/world.ts';

interface OfferModel extends W.AttemptKey {
  takenBy: WorkerId | null;
}

const keyOf = ({ runId, call }: W.StepCallKey): string => `${runId} ${call}`;

export class OffersModel {
  readonly #offers = new Map<string, OfferModel>();
  /** Attempts that were ever offered: a late result of the one before does not call them back. */
  readonly #offered = new Set<string>();
  readonly #report: (problem: string) => void;

  constructor(report: (problem: string) => void) {
    this.#report = report;
  }

  add(refused: readonly W.StepCallKey[], offers: readonly W.StepOffer[]): void {
    const isRefused = new Set(refused.map(keyOf));
    for (const offer of offers) {
      if (isRefused.has(keyOf(offer))) continue;
      if (this.#offers.has(keyOf(offer))) this.#report(`call ${offer.call} of ${offer.runId} has two offers`);
      const { runId, call, attempt } = offer;
      this.#offers.set(keyOf(offer), { runId, call, attempt, takenBy: null });
      this.#offered.add(`${runId} ${call} ${attempt}`);
    }
  }

  withdraw(gone: readonly W.StepCallKey[], which: 'waiting' | 'all'): void {
    for (const call of gone) {
      const offer = this.#offers.get(keyOf(call));
      if (!offer) this.#report(`call ${call.call} of ${call.runId} was taken back and not offered`);
      if (offer?.takenBy && which === 'waiting')
        this.#report(`call ${call.call} of ${call.runId} was taken back, which ${offer.takenBy} has`);
      this.#offers.delete(keyOf(call));
    }
  }

  take(taken: readonly W.TakenOffer[], workerId: WorkerId): void {
    for (const { runId, call } of taken) {
      const offer = this.#offers.get(keyOf({ runId, call }));
      if (!offer || offer.takenBy !== null)
        this.#report(`call ${call} of ${runId} was given to ${workerId}, ${offer?.takenBy ?? 'nobody'} has it`);
      else offer.takenBy = workerId;
    }
  }

  hold(still: readonly W.AttemptKey[], workerId: WorkerId): void {
    const keys = new Set(still.map(keyOf));
    for (const [key, offer] of this.#offers) if (offer.takenBy === workerId && !keys.has(key)) offer.takenBy = null;
  }

  tell(isHeld: boolean, workerId: WorkerId, key: W.AttemptKey, news: W.AttemptNews): void {
    if (isHeld !== this.isTaken(key, workerId)) this.#report(`what ${workerId} said of ${keyOf(key)}: ${isHeld}`);
    if (isHeld && endsAttempt(news)) this.#offers.delete(keyOf(key));
  }

  /** The worker is gone. @returns Its attempts, by call. */
  interrupt(workerId: WorkerId): W.AttemptKey[] {
    const cutOff = [...this.#offers.values()].filter(({ takenBy }) => takenBy === workerId);
    for (const offer of cutOff) this.#offers.delete(keyOf(offer));
    return cutOff.sort((a, b) => a.call - b.call);
  }

  isTaken(key: W.AttemptKey, workerId: WorkerId | null): boolean {
    const offer = this.#offers.get(keyOf(key));
    return offer !== undefined && offer.attempt === key.attempt && offer.takenBy === workerId;
  }

  wasOffered({ runId, call, attempt }: W.AttemptKey): boolean {
    return this.#offered.has(`${runId} ${call} ${attempt}`);
  }
}
