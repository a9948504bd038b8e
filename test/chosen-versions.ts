/** Which versions of a peer the tests of a project take. */

/**
 * @param all By version, such as `{ '5': …, '6': … }`.
 * @param variable Name of an environment variable that `vite.config.ts` sets for each project: versions, separated by
 * commas. Unset: all versions.
 */
export function chosenVersions<Value>(all: Readonly<Record<string, Value>>, variable: string): Record<string, Value> {
  const chosen = process.env[variable]?.split(',') ?? Object.keys(all);
  const unknown = chosen.filter((version) => !(version in all));
  if (unknown.length > 0)
    throw new Error(`${variable} names ${unknown.join(', ')}, which is none of ${Object.keys(all).join(', ')}.`);
  return Object.fromEntries(chosen.map((version) => [version, all[version]!]));
}
