/** Keeps a command running until its process gets a signal to end. */
import { once } from 'node:events';

/** About a month: the longest time that Node's timers take. */
const LONG_MS = 2 ** 31 - 1;
const LOOK_MS = 250;

/**
 * Resolves on the first SIGINT or SIGTERM, and keeps the process alive until then. A second signal ends it at once. The
 * end of an `npx` or `npm run` that started it counts as a signal: they run it in a shell, which passes none on.
 * @param other Something else that ends the command. Default: nothing does.
 */
export async function untilToldToEnd(other?: Promise<unknown>): Promise<void> {
  const alive = setInterval(() => undefined, LONG_MS);
  const told = new AbortController();
  const signals = (['SIGINT', 'SIGTERM'] as const).map((signal) => once(process, signal, { signal: told.signal }));
  await Promise.race([...signals, untilLeftBehind(told.signal), ...(other ? [other] : [])]);
  told.abort();
  clearInterval(alive);
}

/** Resolves when npm has ended and this process has not. Without npm it never does. */
function untilLeftBehind(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // npm, pnpm and Yarn set it for what they run.
  if (process.env['npm_lifecycle_event'] === undefined) return promise;
  const parent = process.ppid;
  const looks = setInterval(() => {
    if (process.ppid === parent) return;
    console.error('[workflow] The npm that started this process has ended, so it ends, too.');
    resolve();
  }, LOOK_MS);
  signal.addEventListener('abort', () => clearInterval(looks));
  return promise;
}
