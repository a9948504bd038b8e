/** Comments are plain sentences, on lines as long as the formatter makes those of code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import ts from 'typescript-6';
import { listFiles, PACKAGE_FOLDERS, ROOT } from './source-files.ts';

const { printWidth } = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8')) as { printWidth: number };
const FOLDERS = [...PACKAGE_FOLDERS, 'test', 'scripts', 'bench'];
const sources = listFiles(/\.(?:ts|tsx|mjs)$/).map((source) => ({ ...source, comments: commentsOf(source.text) }));

interface Comment {
  /** Counted from 1. */
  line: number;
  text: string;
}

test.each(FOLDERS)('comments in %s end at the length that the formatter knows', (folder) => {
  const long = inFolder(folder).flatMap(({ file, text, comments }) => {
    const lines = text.split('\n');
    const held = comments.flatMap((comment) => comment.text.split('\n').map((_, index) => comment.line + index));
    return held
      .filter((line) => lines[line - 1]!.length > printWidth && /\s\S+\s+\S+$/.test(lines[line - 1]!.trim()))
      .map((line) => `${file}:${line}`);
  });
  expect(long).toEqual([]);
});

test.each(FOLDERS)(
  'sentences in comments of %s have a subject: none begins with a "What" that asks nothing',
  (folder) => {
    const headless = inFolder(folder).flatMap(({ file, comments }) =>
      comments.filter(({ text }) => hasHeadlessSentence(text)).map(({ line }) => `${file}:${line}`),
    );
    expect(headless).toEqual([]);
  },
);

function inFolder(folder: string): typeof sources {
  return sources.filter(({ file }) => file.startsWith(`${folder}/`));
}

function hasHeadlessSentence(comment: string): boolean {
  const prose = comment
    .replace(/^\/\*\*?|\*\/$|^\s*\*|^\s*\/\//gm, ' ')
    .replace(/@(?:param \S+|returns|throws)/g, '. ')
    .replace(/\s+/g, ' ');
  return prose.split(/(?<=[.:?!])\s+/).some((sentence) => /^\W*What\b/.test(sentence) && !sentence.includes('?'));
}

/** The comments of a text; lines of `//` that follow each other are several. */
function commentsOf(text: string): Comment[] {
  const source = ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const found = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return;
    const before = ts.getLeadingCommentRanges(text, node.pos) ?? [];
    const after = ts.getTrailingCommentRanges(text, node.end) ?? [];
    for (const { pos, end } of [...before, ...after]) found.set(pos, end);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { pos, end } of ts.getLeadingCommentRanges(text, source.endOfFileToken.pos) ?? []) found.set(pos, end);
  return [...found].map(([pos, end]) => ({
    line: source.getLineAndCharacterOfPosition(pos).line + 1,
    text: text.slice(pos, end),
  }));
}
