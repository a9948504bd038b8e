/** The clock of the store, for processes whose machines have clocks that differ. */
import type { Clock } from '../contract/clock.ts';
import type { StoreTime } from '../world/store-time.ts';

/**
 * The clock of the store, as the clock of this machine tells it.
 * @param machine The clock of this machine.
 * @param store Tells how far the store's clock is ahead of it.
 */
export function createStoreClock(machine: Clock, store: StoreTime): Clock {
  const now = (): number => machine.now() + store.aheadMs;
  return {
    now,
    get aheadMs() {
      return store.aheadMs;
    },
    ...(machine.isOfMachine && { isOfMachine: true }),
    setAlarm(at, fire) {
      let cancel: () => void;
      const arm = (): void => {
        // The clocks may have been compared anew meanwhile.
        cancel = machine.setAlarm(at - store.aheadMs, () => (now() >= at ? fire() : arm()));
      };
      arm();
      return () => cancel();
    },
  };
}
