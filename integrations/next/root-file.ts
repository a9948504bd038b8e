/** Finds files that Next recognises beside the routes folder. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { NextProject } from './options.ts';

/** Finds them with any of the project's endings. @param names Without endings. @returns Paths relative to the root. */
export function findRootFiles({ rootDir, appDir, pageExtensions }: NextProject, names: readonly string[]): string[] {
  const dir = relative(rootDir, dirname(appDir));
  const paths = names.flatMap((name) => pageExtensions.map((extension) => join(dir, `${name}.${extension}`)));
  return paths.filter((path) => existsSync(join(rootDir, path)));
}
