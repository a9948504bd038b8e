/** Waiting for something that appears in the store: subscribe, look, wait for a change, look again. */

import { ReleasingMap } from '../contract/releasing-map.ts';

/** How {@link lookUntilFound} learns of changes, and when it stops. */
export interface LookOptions {
  /** Registers a function to call after each change that may matter; returns how to remove it. */
  subscribe(wake: () => void): () => void;
  /** Keeps the process from ending while the call waits; returns how to stop. */
  keepAlive(): () => void;
  /** When it aborts, the call looks once more and rejects with its reason if it finds nothing. */
  closing: AbortSignal;
  /** When it aborts, the call resolves to `undefined`. Default: never. */
  signal?: AbortSignal;
}

/** Those who wait, by the signal that ends their wait. */
const waiting = new WeakMap<AbortSignal, ReleasingMap<symbol, () => void>>();

/**
 * Calls `wake` when the signal aborts; returns how to stop. A signal gets one listener for all, because Node compares
 * each new one with those that are there.
 */
function onAbort(signal: AbortSignal, wake: () => void): () => void {
  let wakes = waiting.get(signal);
  if (!wakes) {
    const all = new ReleasingMap<symbol, () => void>();
    waiting.set(signal, (wakes = all));
    signal.addEventListener('abort', () => all.values().forEach((each) => each()));
  }
  const key = Symbol('waiter');
  wakes.set(key, wake);
  return () => void wakes.delete(key);
}

/**
 * Calls `look` at once and again after each change, until it finds something. Looks never overlap; a change that comes
 * during a look leads to one more. Rejects with what `look` throws.
 * @param look Resolves to what it found, or to `undefined`.
 */
export async function lookUntilFound<Found>(
  look: () => Promise<Found | undefined>,
  { subscribe, keepAlive, closing, signal }: LookOptions,
): Promise<Found | undefined> {
  let changed: PromiseWithResolvers<void> | null = null;
  const wake = (): void => changed?.resolve();
  const unsubscribe = subscribe(wake);
  const letGo = keepAlive();
  const forgetSignals = [onAbort(closing, wake), ...(signal ? [onAbort(signal, wake)] : [])];
  try {
    for (;;) {
      if (signal?.aborted) return undefined;
      // Before the look, so that a change during it is not missed.
      changed = Promise.withResolvers<void>();
      const found = await look();
      if (found !== undefined) return found;
      closing.throwIfAborted();
      await changed.promise;
    }
  } catch (error) {
    // A look may have failed because its store was closing.
    closing.throwIfAborted();
    throw error;
  } finally {
    for (const forget of forgetSignals) forget();
    letGo();
    unsubscribe();
  }
}
