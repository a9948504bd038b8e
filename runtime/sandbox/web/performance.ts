import { getWebClock } from './web-host.ts';

/**
 * `performance` of the Web platform, by workflow time: it stands still while code runs and goes on with the journal. A
 * run outlives its processes, so there is no start of a process to count from: the origin is the epoch.
 */
export function createPerformance(): object {
  const timeOrigin = 0;
  return {
    timeOrigin,
    now: () => getWebClock().now(),
    toJSON: () => ({ timeOrigin }),
    get [Symbol.toStringTag]() {
      return 'Performance';
    },
  };
}
