/** The names that JSX elements use although no code names them. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ReadText, withExtended, withParents } from './build/tsconfig-files.ts';

const JSX_FILE = /\.[jt]sx$/;

/** Settings whose value begins with such a name: `h`, `Preact.createElement`. */
const SETTING = /"(?:jsxFactory|jsxFragmentFactory|reactNamespace)"\s*:\s*"([\w$]+)/g;

/**
 * The names that the `tsconfig.json` files around a file give to what makes its elements, also those that they extend
 * or refer to. A name too many does no harm: it counts only where the file has it.
 * @param path Absolute.
 */
export function configuredJsxFactories(path: string, readText: ReadText = readFile): string[] {
  if (!JSX_FILE.test(path)) return [];
  const settings = [...withParents([dirname(path)])].map((dir) => join(dir, 'tsconfig.json'));
  const texts = [...withExtended(settings, readText)].map((file) => readText(file) ?? '');
  return [...new Set(texts.flatMap((text) => [...text.matchAll(SETTING)].map(([, name]) => name!)))];
}

function readFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
