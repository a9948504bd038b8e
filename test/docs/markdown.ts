/** Markdown as the tests of the documents read it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A fenced block. */
export interface CodeBlock {
  /** The word after the fence, such as `ts`; empty where there is none. */
  language: string;
  text: string;
  /** The line of the opening fence, from 1. */
  line: number;
}

/** The fenced blocks of a document, in its order. */
export function codeBlocksOf(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm)].map(({ index, 2: language, 3: text }) => ({
    language: language!,
    text: text!,
    line: markdown.slice(0, index).split('\n').length,
  }));
}

/** A document with its fenced blocks emptied, so that lines keep their numbers. */
export function withoutCode(markdown: string): string {
  return markdown.replace(/^( *)```[\s\S]*?^\1```$/gm, (block) => block.replace(/[^\n]/g, ''));
}

/** The targets of all links, in their order: `../api.md#starting`. */
export function linksOf(markdown: string): string[] {
  const prose = withoutCode(markdown).replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/**
 * Whether a relative link leads to a file and, with `#`, to a heading in it.
 * @param file Absolute path of the document with the link.
 */
export function leadsSomewhere(file: string, link: string): boolean {
  const [path, anchor] = link.split('#');
  const target = path === '' ? file : resolve(dirname(file), path!);
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  return statSync(target).isFile() && anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** Links to other sites, which no test follows. */
export const isAddress = (link: string): boolean => /^[a-z]+:/.test(link);
