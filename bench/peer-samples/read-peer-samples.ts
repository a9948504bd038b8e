/** The programs in the documentation of the peer's published package. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** One program of a page. */
export interface PeerSample {
  /** File of the page, and the line on which the program begins, from 1. */
  page: string;
  line: number;
  isJsx: boolean;
  code: string;
}

/** Pages of the version that is not published yet, and of history. */
const OTHER_VERSIONS = /^(?:v5|changelog)\//;

const FENCE = /^([ \t]*)```(tsx?|typescript)\b([^\n]*)\n([\s\S]*?)^\1```/gm;

/** The page says that a program is a fragment, or shows a mistake. */
const FRAGMENT = /@(?:skip-typecheck|expect-error)[^\n]*\n\s*$/;

const USES_PEER = /from ["'](?:workflow|@workflow\/[\w-]+)(?:\/[^"']*)?["']/;

/**
 * The programs that import the package, and are whole by what their page says.
 * @param docs Folder of the pages.
 */
export function readPeerSamples(docs: string): PeerSample[] {
  const pages = globSync('**/*.mdx', { cwd: docs })
    .filter((page) => !OTHER_VERSIONS.test(page))
    .toSorted();
  return pages.flatMap((page) => samplesIn(page, readFileSync(join(docs, page), 'utf8')));
}

/** TypeScript checks no types at all where a program of the project cannot be parsed. */
function isWhole({ code, isJsx }: PeerSample): boolean {
  try {
    parseSync(code, { syntax: 'typescript', tsx: isJsx, decorators: true });
    return true;
  } catch {
    return false;
  }
}

function samplesIn(page: string, text: string): PeerSample[] {
  return Array.from(text.matchAll(FENCE)).flatMap(({ index, 1: indent, 2: language, 3: title, 4: code }) => {
    if (!USES_PEER.test(code!) || FRAGMENT.test(text.slice(0, index))) return [];
    const line = text.slice(0, index).split('\n').length + 1;
    const isJsx = language === 'tsx' || /\.[jt]sx"/.test(title!) || /<\/\w+>|\/>/.test(code!);
    const sample = { page, line, isJsx, code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), '') };
    return isWhole(sample) ? [sample] : [];
  });
}
