/**
 * The clock of a store. Machines whose clocks differ share one time if they all take it from there: what is due, how
 * long it is kept and when it was created then mean the same everywhere.
 */
import type { World } from './world.ts';

/** How the clock of a store goes. */
export interface StoreTime {
  /** How many milliseconds it is ahead of `Date.now()` of this process; it may change. */
  readonly aheadMs: number;
}

/** A World whose store has a clock. */
export interface TimedWorld {
  /**
   * From now on all times that the World is given are by the clock of its store, and no longer by that of this machine.
   * Call it once the store is open. `null`: there is no such clock.
   */
  useStoreTime(): StoreTime | null;
}

/** See {@link TimedWorld.useStoreTime}; `null`: the clock of this machine is the only one. */
export const useStoreTime = (world: World): StoreTime | null =>
  'useStoreTime' in world ? (world as World & TimedWorld).useStoreTime() : null;
