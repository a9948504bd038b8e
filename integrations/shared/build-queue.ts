/** Lets builds run one after the other, and no more of them than needed. */

/** Asks for a build; resolves when one that began after the call has ended. Rejects with that build's error. */
export type BuildQueue = () => Promise<void>;

/**
 * Requests that come while a build is under way share the one after it: it sees all of their changes.
 * @param build Must tell of its own errors where requests are not waited for.
 */
export function createBuildQueue(build: () => Promise<void>): BuildQueue {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    next = null;
    const current = build().finally(() => {
      if (running === current) running = null;
    });
    running = current;
    return current;
  }

  return () => {
    if (!running) return run();
    next ??= running.then(run, run);
    return next;
  };
}
