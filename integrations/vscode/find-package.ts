/** Finds the package whose analysis fits a file: the one that the project builds with. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The installed package. */
export interface FoundPackage {
  /** The folder with the `node_modules` that holds it. */
  root: string;
  /** Absolute path of its command. */
  bin: string;
  /** Absolute path of its plugin for tsserver. */
  plugin: string;
}

/** Tells it from other packages of this name. */
const PLUGIN = './dist/ts-plugin/index.cjs';

/** The nearest installed package, from a folder upwards; `null` when there is none. @param folder Absolute. */
export function findPackage(folder: string): FoundPackage | null {
  for (let at = folder; ; at = dirname(at)) {
    const found = readPackage(at);
    if (found) return found;
    if (dirname(at) === at) return null;
  }
}

function readPackage(root: string): FoundPackage | null {
  const manifest = join(root, 'node_modules/workflow/package.json');
  if (!existsSync(manifest)) return null;
  const { main, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { main?: string; bin?: { workflow?: string } };
  if (main !== PLUGIN || bin?.workflow === undefined) return null;
  // A package manager may link it from its store, where its dependencies are.
  const folder = realpathSync(dirname(manifest));
  return { root, bin: join(folder, bin.workflow), plugin: join(folder, main) };
}
