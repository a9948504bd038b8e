/** Makes docs/errors from the catalogues and their explanations: `node scripts/error-pages.ts`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from '../cli/explain/explained-areas.ts';
import type { Area } from '../runtime/contract/explanation.ts';
import { formatExplanation } from '../cli/explain/format-explanation.ts';

export const ERROR_PAGES = join(import.meta.dirname, '../docs/errors');

const MARK = '<!-- Made by scripts/error-pages.ts. -->';

const INTRODUCTION = `# Errors

${MARK}

Every message of this package ends with its code. The page of a code says what it means, when it happens, and what works instead;
\`npx workflow explain <code>\` prints the same. In code, an error's \`code\` is stable and its text is not.
`;

/** The texts of all pages, by the names of their files. */
export function formatErrorPages(): Map<string, string> {
  const pages = new Map([['README.md', formatIndex(AREAS)]]);
  for (const error of AREAS.flatMap(({ errors }) => errors)) {
    const [title, ...rest] = formatExplanation(error).split('\n\n');
    pages.set(`${error.code}.md`, `${[title, MARK, ...rest].join('\n\n')}\n`);
  }
  return pages;
}

function formatIndex(areas: readonly Area[]): string {
  return [INTRODUCTION, ...areas.map(formatArea)].join('\n');
}

function formatArea({ title, about, errors }: Area): string {
  const rows = errors.map(({ code, message }) => `| [${code}](${code}.md) | ${message.replaceAll('|', '\\|')} |\n`);
  return `## ${title}\n\n${about}\n\n| code | message |\n|---|---|\n${rows.join('')}`;
}

if (import.meta.main) {
  rmSync(ERROR_PAGES, { recursive: true, force: true });
  mkdirSync(ERROR_PAGES, { recursive: true });
  for (const [name, text] of formatErrorPages()) writeFileSync(join(ERROR_PAGES, name), text);
}
