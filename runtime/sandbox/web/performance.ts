import { getWebClock } from './web-host.ts';

/**
 * `performance` of the Web platform, in workflow time, which advances with the journal and never while code runs. A run
 * outlives its processes and so has no process start to count from: the origin is the epoch.
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
