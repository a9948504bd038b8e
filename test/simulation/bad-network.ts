/**
 * The network between a process and its store, when it is bad: any request may fail, and nobody knows whether it took
 * effect; the changes that it made are then told to nobody. Notifications get lost, come late, and come twice. From
 * time to time the process looks again by itself.
 */
import type { Random } from './random.ts';

const FAILS = 0.12;
/** … of which so many took effect. */
const WAS_APPLIED = 0.6;
const IS_LOST = 0.3;
const IS_DOUBLED = 0.3;
const LATE_MAX_MS = 3_000;

/** How often a process looks again, whatever it has heard. */
export const LOOK_EVERY_MS = 5_000;

/** It draws its own numbers, so that other simulations stay as they are. */
export class BadNetwork {
  readonly #random: Random;
  #isCalm = false;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The failure of a request; `null`: it is answered. */
  drawFailure(): { isApplied: boolean } | null {
    if (this.#isCalm || !this.#random.chance(FAILS)) return null;
    return { isApplied: this.#random.chance(WAS_APPLIED) };
  }

  /** After how many milliseconds a notification arrives, each time that it does. */
  drawArrivals(): number[] {
    if (this.#random.chance(IS_LOST)) return [];
    const times = this.#random.chance(IS_DOUBLED) ? 2 : 1;
    return Array.from({ length: times }, () => this.#random.next() * LATE_MAX_MS);
  }

  /** From now on requests are answered. Notifications stay as they are. */
  calm(): void {
    this.#isCalm = true;
  }
}
