/** Finds the root of a project when no option names it. Workflow ids are paths relative to the root. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder with a `package.json`, from `dir` upwards, or `dir` itself if there is none. */
export function findProjectRoot(dir: string = process.cwd()): string {
  const start = realpathSync(dir);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return start;
  }
}
