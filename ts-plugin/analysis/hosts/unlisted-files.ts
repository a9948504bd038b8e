/**
 * Sources that builds and applications use although no `tsconfig.json` lists them: components, and JavaScript in a
 * project whose configuration is about TypeScript alone.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isSourceName } from '../../../compiler/build/source-files.ts';
import { COMPONENT_FILE } from '../../../compiler/component-scripts.ts';

const JAVASCRIPT = /\.[cm]?jsx?$/;
const CONFIGURATION = /^(?:package|[jt]sconfig)\.json$/;
/** Output, installed packages, hidden folders and tests. */
const NO_SOURCES = /^(?:\..*|node_modules|dist|build|out|coverage|__tests__|__mocks__)$/;

/** The files to look for. */
export interface UnlistedFilesOptions {
  /** Absolute. */
  rootDir: string;
  /** Absolute paths that the configuration lists. */
  listed: readonly string[];
  /** Whether the configuration excludes an absolute path of a file or a folder. */
  isExcluded: (path: string) => boolean;
}

/** Absolute paths, in the order of folders. */
export function listUnlisted({ rootDir, listed, isExcluded }: UnlistedFilesOptions): string[] {
  const known = new Set(listed);
  // A project that lists some JavaScript has decided which of it belongs to it.
  const wantsScripts = !listed.some((path) => JAVASCRIPT.test(path));
  const isCompiled = (path: string): boolean => ['.ts', '.tsx'].some((end) => known.has(path.replace(JAVASCRIPT, end)));
  const isScript = (path: string): boolean =>
    wantsScripts && JAVASCRIPT.test(path) && isSourceName(path) && !isCompiled(path);
  return walk(rootDir, isExcluded).filter((path) => !known.has(path) && (COMPONENT_FILE.test(path) || isScript(path)));
}

/** The files of one package: a folder below it with a configuration of its own is another project. */
function walk(folder: string, isExcluded: (path: string) => boolean, isRoot = true): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (!isRoot && entries.some(({ name }) => CONFIGURATION.test(name))) return [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NO_SOURCES.test(entry.name) || isExcluded(path)) return [];
    if (entry.isDirectory()) return walk(path, isExcluded, false);
    return entry.isFile() ? [path] : [];
  });
}
