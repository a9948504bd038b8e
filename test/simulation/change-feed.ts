/**
 * The changes that one process hears of: its own ones exactly, but late, out of order and now and then twice; of the
 * changes of others perhaps no more than that there were some.
 */
import type { Change } from '../../runtime/world/world.ts';
import { LOOK_EVERY_MS, type BadNetwork } from './bad-network.ts';
import type { ProcessLife } from './process-life.ts';
import type { Random } from './random.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

const OWN_DELAY_MAX_MS = 3;
const OTHERS_DELAY_MAX_MS = 40;
const TWICE = 0.05;

export interface ChangeFeedOptions {
  disk: SimulatedDisk;
  life: ProcessLife;
  random: Random;
  /** `null`: notifications get through. */
  badNetwork: BadNetwork | null;
  /** Other processes' changes come as they are; else as `elsewhere`, one for many. */
  seesOthers: boolean;
}

export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #listeners = new Set<(change: Change) => void>();
  #elsewhereIsComing = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    options.disk.watch((change, writer) => this.#notice(change, writer));
    if (options.badNetwork) this.#lookLater();
  }

  #lookLater(): void {
    this.#options.life.after(LOOK_EVERY_MS, () => {
      this.#tell({ kind: 'elsewhere' });
      this.#lookLater();
    });
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #notice(change: Change, writer: ProcessLife): void {
    const { life, seesOthers, random, badNetwork } = this.#options;
    if (!life.isAlive || this.#listeners.size === 0) return;
    if (writer !== life && badNetwork) {
      const told: Change = seesOthers ? change : { kind: 'elsewhere' };
      for (const delayMs of badNetwork.drawArrivals()) life.after(delayMs, () => this.#tell(told));
      return;
    }
    if (writer !== life && !seesOthers) {
      this.#announceElsewhere();
      return;
    }
    const delayMaxMs = writer === life ? OWN_DELAY_MAX_MS : OTHERS_DELAY_MAX_MS;
    for (const _ of random.chance(TWICE) ? [1, 2] : [1]) {
      life.after(random.next() * delayMaxMs, () => this.#tell(change));
    }
  }

  #announceElsewhere(): void {
    if (this.#elsewhereIsComing) return;
    this.#elsewhereIsComing = true;
    const { life, random } = this.#options;
    life.after(random.next() * OTHERS_DELAY_MAX_MS, () => {
      this.#elsewhereIsComing = false;
      this.#tell({ kind: 'elsewhere' });
    });
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}
