/**
 * Retries requests to the store: what fails now (a full disk, a lock) may work later, and giving up would lose work.
 */
import { pause, type Clock } from '../contract/clock.ts';
import type { RunId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import { isStoreGone } from './messages.ts';

const RETRY_MIN_MS = 50;
const RETRY_MAX_MS = 5_000;

/** How long to try, and which errors to retry. */
export interface Patience {
  log: Log;
  /** For the log; `null`: the request concerns no single run. */
  runId: RunId | null;
  clock: Clock;
  /** Whether the answer is no longer needed. */
  isOver(): boolean;
  /** Asks once even if {@link isOver} is true from the beginning. Default false. */
  asksOnce?: boolean;
  /** Whether the error may pass, so that the request is retried; other errors are thrown. Default: always. */
  isTrouble?(error: unknown): boolean;
}

/**
 * The store's answer. `given_up`: {@link Patience.isOver} came first or the store is gone, and it is not known whether
 * the request took effect.
 */
export type StoreAnswer<T> = { kind: 'answer'; value: T } | { kind: 'given_up' };

/**
 * Asks until there is an answer, with pauses from 50 ms to 5 s. Rejects only with errors that are no trouble of the
 * store.
 */
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
      if (isStoreGone(error)) return { kind: 'given_up' };
      log.error('store_failed', { ...(runId && { runId }), error, retryInMs: delayMs });
      await pause(clock, delayMs);
    }
  }
  return { kind: 'given_up' };
}
