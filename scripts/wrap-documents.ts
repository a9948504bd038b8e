/**
 * Breaks long lines of prose in Markdown files: `node scripts/wrap-documents.ts [files]`, by default all files. Paragraphs
 * and items without a long line stay as they are. Tables and code always do.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LINE_WIDTH_MAX, wrapProse } from '../cli/explain/wrap-prose.ts';

const ROOT = join(import.meta.dirname, '..');
const FENCE = /^ *```/;
/** Lines that are not prose: empty ones, headings, rows of tables, comments. */
const NO_PROSE = /^\s*(?:$|#|\||<!--)/;
const BEGINS_ITEM = /^ *(?:[-*+]|\d+\.|>) /;
/** The mark of a list or quotation, with the spaces around it. */
const MARK = /^ *(?:(?:[-*+]|\d+\.) +|> ?)?/;

/**
 * Breaks long lines of prose at a space, where the formatter breaks lines of code.
 * @param text The whole text of a Markdown file.
 */
export function wrapDocument(text: string): string {
  const blocks: { isProse: boolean; lines: string[] }[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    const isFence = FENCE.test(line);
    const isProse = !isCode && !isFence && !NO_PROSE.test(line);
    const last = blocks.at(-1);
    if (isProse && last?.isProse && !BEGINS_ITEM.test(line)) last.lines.push(line);
    else blocks.push({ isProse, lines: [line] });
    if (isFence) isCode = !isCode;
  }
  return blocks.map(({ isProse, lines }) => (isProse ? wrapBlock(lines) : lines.join('\n'))).join('\n');
}

/** @param lines A paragraph, or an item of a list. */
function wrapBlock(lines: string[]): string {
  if (lines.every((line) => line.length <= LINE_WIDTH_MAX)) return lines.join('\n');
  const [mark] = MARK.exec(lines[0]!)!;
  const rest = mark.includes('>') ? mark : ' '.repeat(mark.length);
  const text = lines.map((line, index) => line.slice(index === 0 ? mark.length : 0).trim()).join(' ');
  return mark + wrapProse(text, rest).slice(rest.length);
}

if (import.meta.main) {
  const given = process.argv.slice(2);
  const arguments_ = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const listed = execFileSync('git', arguments_, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  for (const file of given.length > 0 ? given : listed) {
    const path = join(ROOT, file);
    const text = readFileSync(path, 'utf8');
    const wrapped = wrapDocument(text);
    if (wrapped !== text) writeFileSync(path, wrapped);
  }
}
