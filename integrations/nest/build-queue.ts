/** Lets builds run one after the other. */

/** Runs a build when all that were asked for before have ended. Settles as the build does. */
export type NestBuildQueue = <Result>(build: () => Promise<Result>) => Promise<Result>;

export function createBuildQueue(): NestBuildQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (build) => {
    const result = last.then(build);
    last = result.catch(() => undefined);
    return result;
  };
}
