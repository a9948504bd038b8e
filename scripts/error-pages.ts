/** Makes docs/errors from the catalogues and their explanations: `node scripts/error-pages.ts`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { AREAS, pageOf } from '../cli/explain/explained-areas.ts';
import { formatExplanation } from '../cli/explain/format-explanation.ts';
import { wrapMarkdown } from '../cli/explain/wrap-markdown.ts';
import type { Area } from '../runtime/contract/explanation.ts';

export const ERROR_PAGES = join(import.meta.dirname, '../docs/errors');

const MARK = '<!-- Made by scripts/error-pages.ts. -->';

const INTRODUCTION = `# Errors

${MARK}

Every message of this package ends with its code, such as \`[compile_function_sync]\`. These pages explain each code: what
it means, when it happens, and what works instead. \`npx workflow explain <code>\` prints the same text. Your programs
can compare the \`code\` of an error: codes never change, and messages do.
`;

/** The texts of all pages by file name: an index, and a page for each area with a section per code. */
export function formatErrorPages(): Map<string, string> {
  const pages = AREAS.map((area) => [pageOf(area), formatPage(area)] as const);
  return new Map([['README.md', [INTRODUCTION, ...AREAS.map(formatIndex)].join('\n')], ...pages]);
}

function formatPage(area: Area): string {
  const page = pageOf(area);
  const toLink = (place: string): string => linkFrom(page, place);
  const sections = area.errors.map((error) => formatExplanation(error, toLink));
  return `${[`# ${area.title}`, MARK, wrapMarkdown(area.about), ...sections].join('\n\n')}\n`;
}

function formatIndex(area: Area): string {
  const page = pageOf(area);
  const rows = area.errors.map(
    ({ code, message }) => `| [${code}](${page}#${code}) | ${message.replaceAll('|', '\\|')} |\n`,
  );
  return `## ${area.title}\n\n${wrapMarkdown(area.about)}\n\n| code | message |\n|---|---|\n${rows.join('')}`;
}

/** @param place In `docs`, such as `workflows.md#steps` or `errors/runs.md#run_failed`. */
function linkFrom(page: string, place: string): string {
  const link = posix.relative('errors', place);
  return link.startsWith(`${page}#`) ? link.slice(page.length) : link;
}

if (import.meta.main) {
  rmSync(ERROR_PAGES, { recursive: true, force: true });
  mkdirSync(ERROR_PAGES, { recursive: true });
  for (const [name, text] of formatErrorPages()) writeFileSync(join(ERROR_PAGES, name), text);
}
