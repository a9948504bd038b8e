/** Commands that go on until somebody ends them. */
import { setTimeout } from 'node:timers/promises';

const LOOK_MS = 500;

/**
 * Looks again and again, until `look` says that nothing more comes, or the process gets SIGINT or SIGTERM.
 * @param look Resolves to whether it is over.
 */
export async function follow(look: () => Promise<boolean>): Promise<void> {
  const told = new AbortController();
  const tell = (): void => told.abort();
  process.once('SIGINT', tell).once('SIGTERM', tell);
  try {
    while (!told.signal.aborted && !(await look())) {
      await setTimeout(LOOK_MS, undefined, { signal: told.signal }).catch(() => undefined);
    }
  } finally {
    process.off('SIGINT', tell).off('SIGTERM', tell);
  }
}
