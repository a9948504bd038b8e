/** How long a client waits before it asks again. */

const FIRST_MS = 200;
const DELAY_MAX_MS = 8_000;

/**
 * @param failures How many tries have failed in a row, from 1. The first delay is short: most connections break only
 * once.
 */
export function toReconnectDelay(failures: number, random: number): number {
  const delayMs = failures === 1 ? FIRST_MS : Math.min(DELAY_MAX_MS, 500 * 2 ** (failures - 1));
  // Half of the delay is random, so that the clients of a restarting server do not all come at once.
  return delayMs * (0.5 + random / 2);
}

/** Resolves after the delay, and not before the browser is online. Rejects with the signal's reason. */
export async function waitToReconnect(delayMs: number, signal: AbortSignal): Promise<void> {
  await waitFor(signal, (resolve) => {
    const timer = setTimeout(resolve, delayMs);
    return () => clearTimeout(timer);
  });
  if (isOnline()) return;
  await waitFor(signal, (resolve) => {
    globalThis.addEventListener('online', resolve);
    return () => globalThis.removeEventListener('online', resolve);
  });
}

/** Servers and workers may not have this property. */
function isOnline(): boolean {
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } };
  return navigator?.onLine ?? true;
}

/** @param listen Starts to listen, and returns the function that stops it. */
async function waitFor(signal: AbortSignal, listen: (resolve: () => void) => () => void): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = listen(resolve);
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  await promise.finally(() => {
    stop();
    signal.removeEventListener('abort', abort);
  });
}
