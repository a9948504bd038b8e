/** Patience with the store: what it cannot do now (a full disk, a lock) is tried again, because giving up would lose work. */
import { pause, type Clock } from '../contract/clock.ts';
import type { RunId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';

const RETRY_MIN_MS = 50;
const RETRY_MAX_MS = 5_000;

/** How long to go on asking, and whom to tell of failures. */
export interface Patience {
  log: Log;
  /** The run that the request is about; `null`: no run in particular. */
  runId: RunId | null;
  clock: Clock;
  /** Nobody needs the answer any more. */
  isOver(): boolean;
  /** Asks once in any case. Default: not when it is over from the beginning. */
  asksOnce?: boolean;
  /** Whether the store is to blame for this error; any other error is an answer, and thrown. Default: always. */
  isTrouble?(error: unknown): boolean;
}

/** The store's answer; `given_up`: {@link Patience.isOver} came first, and whether the request took effect is not known. */
export type StoreAnswer<T> = { kind: 'answer'; value: T } | { kind: 'given_up' };

/** Asks until there is an answer, with pauses from 50 ms to 5 s. Rejects only with errors that are no trouble of the store. */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  { log, runId, clock, isOver, asksOnce = false, isTrouble = () => true }: Patience,
): Promise<StoreAnswer<T>> {
  let mustAsk = asksOnce;
  for (let delayMs = RETRY_MIN_MS; mustAsk || !isOver(); delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)) {
    mustAsk = false;
    try {
      return { kind: 'answer', value: await ask() };
    } catch (error) {
      if (!isTrouble(error)) throw error;
      log.error('store_failed', { ...(runId && { runId }), error, retryInMs: delayMs });
      await pause(clock, delayMs);
    }
  }
  return { kind: 'given_up' };
}
