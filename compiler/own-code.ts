/**
 * Which files are modules of this package. Installed, they lie in `dist/`; run from its sources, in the same folders
 * beside `package.json`. Tests and examples also lie there; they are programs of users.
 */
import { extname, join, sep } from 'node:path';

const FOLDERS = ['agent', 'cli', 'compiler', 'dashboard', 'integrations', 'runtime', 'ts-plugin'];
const EXTENSION = extname(import.meta.filename);
const CODE_DIR = join(import.meta.dirname, '..');

/** Absolute path of the folder with this package's `package.json`. */
export const PACKAGE_DIR = EXTENSION === '.ts' ? CODE_DIR : join(CODE_DIR, '..');

/** Absolute paths of the folders that hold all modules of this package, and nothing else. */
export const OWN_FOLDERS: readonly string[] = FOLDERS.map((folder) => join(CODE_DIR, folder));

/** Where the modules of a copy of this package lie, below its folder. */
const IN_PACKAGE = new RegExp(`^/(?:dist/)?(?=(?:${FOLDERS.join('|')})/)`);

/** Absolute path of a module. @param name Path such as `integrations/next/loader`, without extension. */
export function ownFile(name: string): string {
  return join(CODE_DIR, name + EXTENSION);
}

/** Whether a file is a module of this package. @param path Absolute, with the system's separators. */
export function isOwnFile(path: string): boolean {
  return OWN_FOLDERS.some((folder) => path.startsWith(folder + sep));
}

/** Whether it is one of the agents', which are the only ones that may hold steps. */
export const isAgentFile = (path: string): boolean => path.startsWith(join(CODE_DIR, 'agent', sep));

/**
 * The path of a module in any copy of this package: `agent/loop` for `/dist/agent/loop`; `null` for any other file.
 * @param subpath Path below the copy's folder, with slashes: `/dist/agent/loop`.
 */
export function moduleInPackage(subpath: string): string | null {
  return IN_PACKAGE.test(subpath) ? subpath.replace(IN_PACKAGE, '') : null;
}
