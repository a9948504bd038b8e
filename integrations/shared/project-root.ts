/** Finds the root of a project when no option names it. Workflow ids contain paths relative to the root. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REGISTERED_ROOT } from '../../runtime/contract/compiled.ts';

const KEY = Symbol.for(REGISTERED_ROOT);
type Holder = { [KEY]?: string | null };

/** The nearest folder with a `package.json`, from `dir` upwards, or `dir` itself if there is none. */
export function findProjectRoot(dir: string = process.cwd()): string {
  const start = realpathSync(dir);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/**
 * Sets the root for ids in `workflow/register`, for all copies of this package in the process.
 * @param rootDir Absolute path; `null`: the process is without it again.
 */
export function setRegisteredRoot(rootDir: string | null): void {
  (globalThis as Holder)[KEY] = rootDir;
}

/** The root that `workflow/register` uses, or `null` when the process runs without `workflow/register`. */
export const registeredRoot = (): string | null => (globalThis as Holder)[KEY] ?? null;
