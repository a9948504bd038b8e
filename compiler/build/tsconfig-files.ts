/** Finds the `tsconfig.json` files that count for a source file. */
import { basename, dirname, join, resolve } from 'node:path';

/** Reads a file by its absolute path; `null` when there is none. */
export type ReadText = (path: string) => string | null;

/** Folders with all that they lie in, up to the root of the disk. */
export function withParents(dirs: readonly string[]): Set<string> {
  const all = new Set(dirs);
  // Iteration goes on over what is added.
  for (const dir of all) if (basename(dir) !== 'node_modules') all.add(dirname(dir));
  return all;
}

/**
 * The files of settings among `settings`, with those that a `tsconfig.json` extends or refers to, and those that these
 * do. Some of the paths may not exist.
 */
export function withExtended(settings: readonly string[], readText: ReadText): Set<string> {
  const all = new Set(settings);
  for (const path of all) {
    const text = basename(path) === 'package.json' ? null : readText(path);
    if (text !== null) for (const named of namedFiles(path, text)) all.add(named);
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
