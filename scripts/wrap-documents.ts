/** Breaks long lines of prose in Markdown files: `node scripts/wrap-documents.ts [files]`, by default in all. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrapMarkdown } from '../cli/explain/wrap-markdown.ts';

const ROOT = join(import.meta.dirname, '..');
const LIST_ARGUMENTS = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];

const given = process.argv.slice(2);
const listed = execFileSync('git', LIST_ARGUMENTS, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
for (const file of given.length > 0 ? given : listed) {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  const wrapped = wrapMarkdown(text);
  if (wrapped !== text) writeFileSync(path, wrapped);
}
