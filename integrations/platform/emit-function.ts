/** Writes functions and settings of the build output. */
import { constants } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const CONFIG_FILE = '.vc-config.json';

/** A function that shares the code of another one and has its own settings. */
export interface FunctionCopy {
  /** Directory of the other function. */
  from: string;
  functionsDir: string;
  /** Paths of the new function, at least one. */
  paths: string[];
  /** Replace the settings of the other function. */
  settings: Record<string, unknown>;
}

/**
 * Copies the code to the first path. The other paths are links to it, which the platform treats as the same function.
 */
export async function emitFunction({ from, functionsDir, paths, settings }: FunctionCopy): Promise<void> {
  const [dir, ...links] = paths.map((path) => join(functionsDir, `${path}.func`)) as [string, ...string[]];
  await clear(dir);
  // Links among installed packages must stay relative, because the output moves to another machine.
  await cp(from, dir, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  await editJson(join(dir, CONFIG_FILE), (config) => ({ ...config, ...settings }));
  for (const link of links) {
    await clear(link);
    await symlink(relative(dirname(link), dir), link, 'junction');
  }
}

/** Nitro may have made a link there. */
async function clear(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
}

/** Replaces the content of a JSON file. */
export async function editJson<Content extends object>(
  file: string,
  edit: (content: Content) => Content,
): Promise<void> {
  const content = JSON.parse(await readFile(file, 'utf8')) as Content;
  await writeFile(file, `${JSON.stringify(edit(content), null, 2)}\n`);
}
