/** Runs builds one after the other. */

/** Runs a build after all builds requested before it. Settles as the build does. */
export type NestBuildQueue = <Result>(build: () => Promise<Result>) => Promise<Result>;

/** Makes a queue. A failed build does not stop those after it. */
export function createBuildQueue(): NestBuildQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (build) => {
    const result = last.then(build);
    last = result.catch(() => undefined);
    return result;
  };
}
