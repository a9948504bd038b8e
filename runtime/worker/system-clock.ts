import type { Clock } from '../contract/clock.ts';

/** `setTimeout` takes no more. */
const TIMEOUT_MAX_MS = 2 ** 31 - 1;
/** Longer alarms look at the clock on the way: it jumps when it is set, or when the machine was asleep. */
const CLOCK_CHECK_MS = 5_000;

/** The clock of this machine. Alarms do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  isOfMachine: true,
  setAlarm(at, fire) {
    let timer: NodeJS.Timeout;
    const arm = () => {
      const delayMs = at - Date.now();
      timer = setTimeout(() => (Date.now() >= at ? fire() : arm()), Math.min(Math.max(delayMs, 0), CLOCK_CHECK_MS));
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  },
};

/** Keeps the process from ending while somebody waits for an alarm or for another process. @returns How to stop. */
export function keepProcessAlive(): () => void {
  const timer = setInterval(() => {}, TIMEOUT_MAX_MS);
  return () => clearInterval(timer);
}
