/** The folders in which installed packages have workflows and steps. */
import { dirname, join, resolve } from 'node:path';
import { type FileStates, MISSING } from './file-states.ts';

/**
 * The settings of a package in its `package.json`: `"workflow": { "dirs": ["dist/workflows"] }`. Its workflows are then
 * part of every project that depends on it, even when only application code imports them.
 */
interface PackageSettings {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  workflow?: { dirs?: unknown };
}

/** Absolute paths, for what the `package.json` in `rootDir` depends on at run time. */
export function packageFolders(rootDir: string, files: FileStates): string[] {
  const { dependencies, optionalDependencies } = readSettings(rootDir, files) ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return names.sort().flatMap((name) => {
    for (let dir = rootDir; ; dir = dirname(dir)) {
      const installed = join(dir, 'node_modules', name);
      const settings = readSettings(installed, files);
      if (settings) return declaredDirs(settings).map((one) => resolve(installed, one));
      if (dirname(dir) === dir) return [];
    }
  });
}

/** Other programs may use the field for something else. */
function declaredDirs({ workflow }: PackageSettings): string[] {
  return Array.isArray(workflow?.dirs) ? workflow.dirs.filter((dir) => typeof dir === 'string') : [];
}

/** `null` when there is no package, or none that can be read. */
function readSettings(dir: string, files: FileStates): PackageSettings | null {
  const path = join(dir, 'package.json');
  if (files.version(path) === MISSING) return null;
  try {
    return JSON.parse(files.read(path)) as PackageSettings | null;
  } catch {
    return null;
  }
}
