/** How long a client waits before it asks again. */

const FIRST_MS = 200;
const DELAY_MAX_MS = 8_000;

/**
 * @param failures How many attempts have failed in a row, from 1. The first attempt is early: most connections break
 * off once.
 */
export function toReconnectDelay(failures: number, random: number): number {
  const delayMs = failures === 1 ? FIRST_MS : Math.min(DELAY_MAX_MS, 500 * 2 ** (failures - 1));
  // Half of it is chance, so that the clients of a server that restarts do not all come at once.
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

/** Servers and workers have no such property, or none that says it. */
function isOnline(): boolean {
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } };
  return navigator?.onLine ?? true;
}

/** @param listen Sets the event going, and gives what takes it back. */
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
