/** The projects that a tsconfig refers to, which count as parts of it: a solution has no files of its own. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** tsconfig files and all that they refer to, each once: first those that were asked for. */
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
  const { references } = parseConfig(readFileSync(config, 'utf8')) as { references?: unknown };
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

/** Texts, so that nothing in them is taken for one of the others; comments; commas before a closing bracket. */
const LOOSE_JSON = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** JSON with comments and trailing commas. @returns An empty object for what is no JSON: TypeScript says that itself. */
function parseConfig(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text.replace(LOOSE_JSON, (_, quoted: string | undefined) => quoted ?? ''));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
