/** Reads `tsconfig.json`: the plugin's entry, which TypeScript 7 does not pass on, and references to other projects. */
import { readFileSync, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, resolve, join } from 'node:path';

interface Tsconfig {
  extends?: unknown;
  compilerOptions?: { plugins?: unknown };
  references?: unknown;
}

const PLUGIN_NAME = 'workflow';

/**
 * The plugin's entry in a `tsconfig.json`, or in a file that it extends.
 * @param path Absolute.
 * @returns `undefined` when there is no entry, or no file.
 */
export function readPluginEntry(path: string): unknown {
  return findPlugins(path, new Set())?.find((plugin) => (plugin as { name?: unknown } | null)?.name === PLUGIN_NAME);
}

/** A list replaces the list of extended files; of several extended files the last counts. */
function findPlugins(path: string, seen: Set<string>): unknown[] | undefined {
  const config = seen.has(path) ? null : readTsconfig(path);
  if (!config) return undefined;
  seen.add(path);
  const { plugins } = config.compilerOptions ?? {};
  if (Array.isArray(plugins)) return plugins;
  for (const extended of [config.extends].flat().toReversed()) {
    const base = typeof extended === 'string' ? resolveExtended(path, extended) : null;
    const found = base === null ? undefined : findPlugins(base, seen);
    if (found) return found;
  }
  return undefined;
}

/** `null` for a file that cannot be read: TypeScript reports that. */
function readTsconfig(path: string): Tsconfig | null {
  try {
    return JSON.parse(withoutComments(readFileSync(path, 'utf8'))) as Tsconfig;
  } catch {
    return null;
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
