/** Which folder is the root of a project where nobody says so: ids of workflows are paths from there. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder with a `package.json`, from `dir` upwards; without one `dir` itself. */
export function findProjectRoot(dir: string = process.cwd()): string {
  const start = realpathSync(dir);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return start;
  }
}
