/** Keeps a command running until its process gets a signal to end. */
import { once } from 'node:events';

/** About a month: the longest time that Node's timers take. */
const LONG_MS = 2 ** 31 - 1;

/**
 * Resolves on the first SIGINT or SIGTERM, and keeps the process alive until then. A second signal ends it at once.
 * @param other Something else that ends the command. Default: nothing does.
 */
export async function untilToldToEnd(other?: Promise<unknown>): Promise<void> {
  const alive = setInterval(() => undefined, LONG_MS);
  const told = new AbortController();
  const signals = (['SIGINT', 'SIGTERM'] as const).map((signal) => once(process, signal, { signal: told.signal }));
  await Promise.race([...signals, ...(other ? [other] : [])]);
  told.abort();
  clearInterval(alive);
}
