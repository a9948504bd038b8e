import type { Clock } from './clock.ts';

/** Resolves after `ms`. */
export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.setAlarm(clock.now() + ms, resolve);
  });
