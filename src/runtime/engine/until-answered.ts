/** Patience with the store: what it cannot do now (a full disk, a lock) is tried again, because giving up would lose work. */
import type { RunId } from '../contract/ids.ts';
import type { Log } from './log.ts';

const RETRY_MIN_MS = 50;
const RETRY_MAX_MS = 5_000;

export interface Patience {
  log: Log;
  /** `null`: it is about no run in particular. */
  runId: RunId | null;
  pause(ms: number): Promise<void>;
  /** Nobody needs the answer any more. */
  isOver(): boolean;
}

/** Asks until there is an answer; `undefined` when it is over before. */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  { log, runId, pause, isOver }: Patience,
): Promise<T | undefined> {
  for (let delayMs = RETRY_MIN_MS; !isOver(); delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)) {
    try {
      return await ask();
    } catch (error) {
      log.error('store_failed', { ...(runId && { runId }), error, retryInMs: delayMs });
      await pause(delayMs);
    }
  }
  return undefined;
}
