/** Finds the files and folders that a bundle depends on besides the text of its modules. */
import { dirname, join } from 'node:path';
import type { FileStates } from './file-states.ts';
import { isInstalled } from './source-files.ts';
import { withExtended, withParents } from './tsconfig-files.ts';

/** The files and folders whose change means that a bundle must be made again. */
export interface BundleDependencies {
  /** Absolute paths. A missing one counts as soon as it exists. */
  files: ReadonlySet<string>;
  /** Folders in which a new file could be what an import leads to from then on. */
  folders: ReadonlySet<string>;
}

/** Files that decide how imports are resolved in their folder and below. */
const SETTINGS = ['package.json', 'tsconfig.json'];

/** @param inputs Absolute paths of the files that the bundler read. */
export function dependenciesOf(inputs: readonly string[], files: FileStates): BundleDependencies {
  const own = new Set(inputs.filter((path) => !isInstalled(path)).map((path) => dirname(path)));
  const around = withParents([...own]);
  const packages = [...around].map((dir) => join(dir, 'node_modules')).filter((dir) => files.list(dir) !== '');
  const scopes = packages.flatMap((dir) => scopesIn(dir, files));
  const settings = [...withParents(inputs.map((path) => dirname(path)))].flatMap((dir) =>
    SETTINGS.map((name) => join(dir, name)),
  );
  return {
    files: new Set([...inputs, ...withExtended(settings, (path) => files.readIfThere(path))]),
    folders: new Set([...own, ...packages, ...scopes]),
  };
}

function scopesIn(packages: string, files: FileStates): string[] {
  const names = files.list(packages).split('\n');
  return names.filter((name) => name.startsWith('@')).map((name) => join(packages, name));
}
