/** Patience with the store: what it cannot do now (a full disk, a lock) is tried again, because giving up would lose work. */
import { pause, type Clock } from '../contract/clock.ts';
import type { RunId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';

const RETRY_MIN_MS = 50;
const RETRY_MAX_MS = 5_000;

export interface Patience {
  log: Log;
  /** `null`: it is about no run in particular. */
  runId: RunId | null;
  clock: Clock;
  /** Nobody needs the answer any more. */
  isOver(): boolean;
  /** Asks once in any case. Default: not when it is over from the beginning. */
  asksOnce?: boolean;
  /** Whether this error is trouble of the store; what is none is an answer, and thrown. Default: all are. */
  isTrouble?(error: unknown): boolean;
}

/** Asks until there is an answer; `undefined` when it is over before. */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  { log, runId, clock, isOver, asksOnce = false, isTrouble = () => true }: Patience,
): Promise<T | undefined> {
  let mustAsk = asksOnce;
  for (let delayMs = RETRY_MIN_MS; mustAsk || !isOver(); delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)) {
    mustAsk = false;
    try {
      return await ask();
    } catch (error) {
      if (!isTrouble(error)) throw error;
      log.error('store_failed', { ...(runId && { runId }), error, retryInMs: delayMs });
      await pause(clock, delayMs);
    }
  }
  return undefined;
}
