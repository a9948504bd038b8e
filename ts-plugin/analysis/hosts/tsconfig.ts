/**
 * Reads `tsconfig.json`: the plugin's entry, which TypeScript 7 does not pass on, references to other projects, what it
 * excludes, and whether it can be read at all.
 */
import { readFileSync, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, matchesGlob, relative, resolve, join, sep } from 'node:path';

interface Tsconfig {
  extends?: unknown;
  compilerOptions?: { plugins?: unknown; outDir?: unknown; declarationDir?: unknown };
  exclude?: unknown;
  references?: unknown;
}

/**
 * The configuration of a project: the `tsconfig.json`, or the `jsconfig.json` in its place; `null`: there is none.
 * @param path Absolute.
 */
export function findConfig(path: string): string | null {
  if (existsSync(path)) return path;
  const other = join(dirname(path), 'jsconfig.json');
  return basename(path) === 'tsconfig.json' && existsSync(other) ? other : null;
}

/** The reason why a configuration, or one that it extends, cannot be read; `null`: it can. @param path Absolute. */
export function configProblem(path: string, seen = new Set<string>()): string | null {
  if (seen.has(path)) return null;
  seen.add(path);
  const config = parseTsconfig(path);
  if (typeof config === 'string') return `${path}: ${config}`;
  for (const extended of [config.extends].flat()) {
    if (typeof extended !== 'string') continue;
    const base = resolveExtended(path, extended);
    const problem =
      base === null ? `${path}: "${extended}", which it extends, cannot be found` : configProblem(base, seen);
    if (problem) return problem;
  }
  return null;
}

/** Tells whether a configuration excludes a path, or writes its output there. @param path Absolute. */
export function excludedBy(path: string): (file: string) => boolean {
  const found = [
    ...listOf(path, ({ exclude }) => exclude),
    ...listOf(path, ({ compilerOptions }) => compilerOptions?.outDir),
    ...listOf(path, ({ compilerOptions }) => compilerOptions?.declarationDir),
  ];
  return (file) =>
    found.some(({ folder, pattern }) => {
      const name = relative(folder, file).split(sep).join('/');
      const plain = pattern.replace(/^\.\//, '').replace(/(?:\/\*\*?)*\/?$/, '');
      // The root itself is the output of configurations that write beside their sources.
      if (plain === '' || plain === '.') return false;
      return [plain, `${plain}/**`].some((glob) => matchesGlob(name, glob));
    });
}

/** The texts of a setting in a configuration, or in the nearest that it extends, with the folder they count from. */
function listOf(path: string, read: (config: Tsconfig) => unknown): { folder: string; pattern: string }[] {
  for (const { config, path: from } of withBases(path)) {
    const value = read(config);
    if (value === undefined) continue;
    const patterns = [value].flat().filter((pattern) => typeof pattern === 'string');
    return patterns.map((pattern) => ({ folder: dirname(from), pattern }));
  }
  return [];
}

/** A configuration, and those that it extends: each before those that it overrides. */
function withBases(path: string, seen = new Set<string>()): { config: Tsconfig; path: string }[] {
  const config = seen.has(path) ? null : readTsconfig(path);
  if (!config) return [];
  seen.add(path);
  const bases = [config.extends].flat().toReversed();
  const found = bases.flatMap((extended) =>
    typeof extended === 'string' ? (resolveExtended(path, extended) ?? []) : [],
  );
  return [{ config, path }, ...found.flatMap((base) => withBases(base, seen))];
}

const PLUGIN_NAME = 'workflow';

/**
 * The plugin's entry in a `tsconfig.json`, or in a file that it extends.
 * @param path Absolute.
 * @returns `undefined` when there is no entry, or no file.
 */
export function readPluginEntry(path: string): unknown {
  return findPlugins(path)?.find((plugin) => (plugin as { name?: unknown } | null)?.name === PLUGIN_NAME);
}

/** A list replaces the list of extended files; of several extended files the last counts. */
function findPlugins(path: string): unknown[] | undefined {
  const lists = withBases(path).map(({ config }) => config.compilerOptions?.plugins);
  return lists.find((plugins) => Array.isArray(plugins));
}

/** `null` for a file that cannot be read; {@link configProblem} says why. */
function readTsconfig(path: string): Tsconfig | null {
  const config = parseTsconfig(path);
  return typeof config === 'string' ? null : config;
}

/** A text says why it cannot be read. */
function parseTsconfig(path: string): Tsconfig | string {
  try {
    const config: unknown = JSON.parse(withoutComments(readFileSync(path, 'utf8')));
    return typeof config === 'object' && config !== null ? config : 'it holds no object';
  } catch (error) {
    return (error as Error).message;
  }
}

/** TypeScript's JSON may have comments, and commas after the last item. */
function withoutComments(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1');
  return plain.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1');
}

function resolveExtended(from: string, extended: string): string | null {
  const candidates = [extended, `${extended}.json`, `${extended}/tsconfig.json`];
  const isPath = isAbsolute(extended) || /^\.\.?(?:[\\/]|$)/.test(extended);
  if (isPath) return candidates.map((name) => resolve(dirname(from), name)).find(isReadable) ?? null;
  const { resolve: resolvePackage } = createRequire(from);
  for (const name of candidates) {
    try {
      return resolvePackage(name);
    } catch {
      // Try the next spelling.
    }
  }
  return null;
}

function isReadable(path: string): boolean {
  return readTsconfig(path) !== null;
}

/** The given tsconfig files, and the ones that they refer to. A solution has no files of its own. */
export function withReferences(configs: readonly string[]): string[] {
  const found = new Set<string>();
  const open = [...configs];
  for (let config = open.shift(); config !== undefined; config = open.shift()) {
    if (found.has(config) || !existsSync(config)) continue;
    found.add(config);
    open.push(...referencesOf(config));
  }
  return [...found];
}

function referencesOf(config: string): string[] {
  const references = readTsconfig(config)?.references;
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference: { path?: unknown } | null) => {
    if (typeof reference?.path !== 'string') return [];
    const path = resolve(dirname(config), reference.path);
    return [isFolder(path) ? join(path, 'tsconfig.json') : path];
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
