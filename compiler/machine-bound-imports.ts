/** Follows imports of the project's own files to packages with a binary. */
import { readFileSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type * as Rolldown from 'rolldown/experimental';
import { isOfProject } from './build/source-files.ts';
import { isInstalledFrom, isMachineBoundFrom } from './machine-bound.ts';

/** So long an answer counts: in builds each file is asked for by many others. */
const FRESH_MS = 500;
const answers = new Map<string, boolean>();
let sinceMs = 0;

/**
 * The file of the project that an import names, if loading it loads a package that has a binary; otherwise `null`.
 * @param importer Absolute path of the importing file.
 */
export function machineBoundFile(importer: string, specifier: string): string | null {
  if (performance.now() - sinceMs > FRESH_MS) {
    answers.clear();
    sinceMs = performance.now();
  }
  const path = findFile(importer, specifier);
  if (path === null) return null;
  const visited = new Set<string>();
  if (leadsToBinary(path, visited)) return path;
  for (const one of visited) answers.set(one, false);
  return null;
}

/** @param visited Gets the files that were followed. In a circle of files one answers for all. */
function leadsToBinary(path: string, visited: Set<string>): boolean {
  const answer = answers.get(path);
  if (answer !== undefined || visited.has(path)) return answer ?? false;
  visited.add(path);
  const leads = importsOf(path).some((specifier) => {
    if (isMachineBoundFrom(dirname(path), specifier)) return true;
    const found = findFile(path, specifier);
    return found !== null && leadsToBinary(found, visited);
  });
  if (leads) answers.set(path, true);
  return leads;
}

/** `import a from 'b'`, `export * from 'b'`, and `import 'b'`; types load nothing. */
const IMPORT = /\b(?:import|export)\b(?!\s+type\b)(?:[^'"`;()]*?\bfrom)?\s*(['"])([^'"\n]+)\1/g;

const importsOf = (path: string): string[] =>
  Array.from(readFileSync(path, 'utf8').matchAll(IMPORT), ([, , specifier]) => specifier!);

/** @returns `null` for packages, and for what is no code of the project. */
function findFile(importer: string, specifier: string): string | null {
  const path = specifier.startsWith('.')
    ? findBeside(resolve(dirname(importer), specifier))
    : findAlias(importer, specifier);
  return path !== null && isOfProject(path) ? path : null;
}

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
/** TypeScript also names its files as they will be: `.js` may stand for `.ts`. */
const COMPILED = /\.([cm]?)js$/;

function findBeside(path: string): string | null {
  const sources = [path, path.replace(COMPILED, '.$1ts'), path.replace(COMPILED, '.tsx')];
  const guesses = [path, join(path, 'index')].flatMap((base) => EXTENSIONS.map((extension) => base + extension));
  return [...sources, ...guesses].find((one) => statSync(one, { throwIfNoEntry: false })?.isFile()) ?? null;
}

let resolver: Rolldown.ResolverFactory | null = null;

/** To load the resolver takes long, and most names are those of packages. */
function findAlias(importer: string, name: string): string | null {
  if (isBuiltin(name) || isInstalledFrom(dirname(importer), name)) return null;
  if (!resolver) {
    const { ResolverFactory } = createRequire(import.meta.url)('rolldown/experimental') as typeof Rolldown;
    const conditionNames = ['node', 'import', 'module', 'default'];
    resolver = new ResolverFactory({ extensions: EXTENSIONS, conditionNames, tsconfig: 'auto' });
  }
  return resolver.resolveFileSync(importer, name).path ?? null;
}
