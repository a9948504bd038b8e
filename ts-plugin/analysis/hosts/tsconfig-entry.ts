/** The entry of the editor's plugin in a `tsconfig.json`. Read here, because TypeScript 7 does not hand it out. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, resolve } from 'node:path';

interface Tsconfig {
  extends?: unknown;
  compilerOptions?: { plugins?: unknown };
}

const PLUGIN_NAME = 'workflow';

/**
 * @param path Absolute path of a `tsconfig.json`; what it extends is read as well.
 * @returns `undefined` when there is none, or no such file.
 */
export function readPluginEntry(path: string): unknown {
  return findPlugins(path, new Set())?.find((plugin) => (plugin as { name?: unknown } | null)?.name === PLUGIN_NAME);
}

/** A list replaces the one of what is extended; of several files that are extended the last counts. */
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

/** A file that cannot be read is TypeScript's to complain about. */
function readTsconfig(path: string): Tsconfig | null {
  try {
    return JSON.parse(withoutComments(readFileSync(path, 'utf8'))) as Tsconfig;
  } catch {
    return null;
  }
}

/** JSON as TypeScript takes it also has comments and commas after the last item. */
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
      // The next way to write it.
    }
  }
  return null;
}

function isReadable(path: string): boolean {
  return readTsconfig(path) !== null;
}
