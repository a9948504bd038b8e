/** Writes a function of the build output. */
import { constants } from 'node:fs';
import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { editJson } from './edit-json.ts';

const CONFIG_FILE = '.vc-config.json';

/** A function with the code of another one and settings of its own. */
export interface FunctionCopy {
  /** Directory of the other function. */
  from: string;
  functionsDir: string;
  /** Its paths, of which there is at least one. */
  paths: string[];
  /** Take the place of the other one's. */
  settings: Record<string, unknown>;
}

/** The first path holds the code. The others are links to it, which the platform takes for the same function. */
export async function emitFunction({ from, functionsDir, paths, settings }: FunctionCopy): Promise<void> {
  const [dir, ...links] = paths.map((path) => join(functionsDir, `${path}.func`)) as [string, ...string[]];
  await clear(dir);
  // Links among installed packages must stay relative: the output is moved to another machine.
  await cp(from, dir, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  await editJson(join(dir, CONFIG_FILE), (config) => ({ ...config, ...settings }));
  for (const link of links) {
    await clear(link);
    await symlink(relative(dirname(link), dir), link, 'junction');
  }
}

/** Nitro may have made a link in its place. */
async function clear(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
}
