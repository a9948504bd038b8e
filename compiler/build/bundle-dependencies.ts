/** Finds the files and folders that a bundle depends on besides the text of its modules. */
import { basename, dirname, join, resolve } from 'node:path';
import { type FileStates, MISSING } from './file-states.ts';
import { isInstalled } from './source-files.ts';

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
    files: new Set([...inputs, ...withExtended(settings, files)]),
    folders: new Set([...own, ...packages, ...scopes]),
  };
}

function withParents(dirs: readonly string[]): Set<string> {
  const all = new Set(dirs);
  // Iteration goes on over what is added.
  for (const dir of all) if (basename(dir) !== 'node_modules') all.add(dirname(dir));
  return all;
}

function scopesIn(packages: string, files: FileStates): string[] {
  const names = files.list(packages).split('\n');
  return names.filter((name) => name.startsWith('@')).map((name) => join(packages, name));
}

/** The `tsconfig.json` among these files, with those that they extend or refer to, and those that these do. */
function withExtended(settings: readonly string[], files: FileStates): Set<string> {
  const all = new Set(settings);
  for (const path of all) {
    if (basename(path) === 'package.json' || files.version(path) === MISSING) continue;
    for (const named of namedFiles(path, files.read(path))) all.add(named);
  }
  return all;
}

/** Wherever a setting names a file of settings, relative or in a package; some of these paths do not exist. */
function namedFiles(path: string, text: string): string[] {
  const names = [...text.matchAll(/"(?:extends|path)"\s*:\s*(\[[^\]]*\]|"[^"]*")/g)].flatMap(([, value]) =>
    [...value!.matchAll(/"([^"]*)"/g)].map(([, name]) => name!),
  );
  return names.flatMap((name) => {
    const base = /^\.{0,2}\//.test(name) ? resolve(dirname(path), name) : null;
    const bases = base ? [base] : installedPaths(dirname(path), name);
    return bases.flatMap((one) => (one.endsWith('.json') ? [one] : [`${one}.json`, join(one, 'tsconfig.json')]));
  });
}

function installedPaths(from: string, name: string): string[] {
  return [...withParents([from])].map((dir) => join(dir, 'node_modules', name));
}
