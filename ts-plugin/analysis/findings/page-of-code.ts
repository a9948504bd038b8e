/** The page about a code in the documents of this package, which lie beside the code that runs. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A section about a code. */
export interface CodePage {
  /** Absolute path of the page. */
  path: string;
  text: string;
  /** The index of the section in the text, and its line, counted from 1. */
  index: number;
  line: number;
}

const pages = new Map<string, CodePage | null>();
let index: string | undefined;

/** The section about a code; `null` when there is none, or no documents. Each page is read once. */
export function pageOfCode(code: string): CodePage | null {
  let page = pages.get(code);
  if (page === undefined) pages.set(code, (page = findPage(code)));
  return page;
}

function findPage(code: string): CodePage | null {
  const folder = pagesFolder();
  if (folder === null) return null;
  index ??= readFileSync(join(folder, 'README.md'), 'utf8');
  const name = new RegExp(`\\[${code}\\]\\(([\\w-]+\\.md)#`).exec(index)?.[1];
  const path = name === undefined ? null : join(folder, name);
  if (path === null || !existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  const start = text.indexOf(`\n## ${code}\n`) + 1;
  return start === 0 ? null : { path, text, index: start, line: text.slice(0, start).split('\n').length };
}

/** In the sources, in `dist`, and in the bundle of the plugin the documents are at different heights. */
function pagesFolder(): string | null {
  for (let folder = import.meta.dirname; dirname(folder) !== folder; folder = dirname(folder)) {
    const pagesHere = join(folder, 'docs/errors');
    if (existsSync(join(pagesHere, 'README.md'))) return pagesHere;
  }
  return null;
}
