/** Runs builds one after the other, and skips those that nobody needs. */

/** Requests a build. Resolves when a build that began after the call has ended; rejects with that build's error. */
export type BuildQueue = () => Promise<void>;

/**
 * Requests made during a build share the next one, which sees all of their changes.
 * @param build Must report its own errors where nobody awaits the requests.
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
