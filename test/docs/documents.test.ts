/** All documents: links lead somewhere, programs are real, lines end where those of code end. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../style/source-files.ts';
import { DOCUMENTS, isPublished, readDocument } from './documents.ts';
import { codeBlocksOf, isAddress, leadsSomewhere, linksOf, withoutCode } from './markdown.ts';
import { compilerWarnings, isProgram, missingImports } from './programs.ts';

const { printWidth } = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8')) as { printWidth: number };
const PROGRAM = /^(?:tsx?|m?js|typescript|javascript)$/;
const links = DOCUMENTS.flatMap(({ file, text }) =>
  linksOf(text)
    .filter((link) => !isAddress(link))
    .map((link) => ({ file, link })),
);
const programs = DOCUMENTS.filter(({ file }) => isPublished(file) && !file.startsWith('docs/errors/')).flatMap(
  ({ file, text }) =>
    codeBlocksOf(text)
      .filter(({ language }) => PROGRAM.test(language))
      .map((block) => ({ ...block, place: `${file}:${block.line}` })),
);

describe('links', () => {
  test('lead to a file, and to a heading in it', () => {
    expect(links.filter(({ file, link }) => !leadsSomewhere(join(ROOT, file), link))).toEqual([]);
    expect(links.length).toBeGreaterThan(100);
  });

  test('of published documents lead to published files', () => {
    const published = links.filter(({ file, link }) => isPublished(file) && !link.startsWith('#'));
    const broken = published.filter(({ file, link }) => {
      const target = posix.join(dirname(file), link.split('#')[0]!);
      return !isPublished(target) || !existsSync(join(ROOT, target));
    });
    expect(broken).toEqual([]);
  });

  test.each(['docs/README.md', 'llms.txt'])('of %s lead to every page', (index) => {
    const pages = DOCUMENTS.map(({ file }) => file).filter(
      (file) => /^docs\/(?!internals\/|errors\/|README)/.test(file) || file === 'docs/errors/README.md',
    );
    const linked = linksOf(readDocument(index)).map((link) => posix.join(dirname(index), link));
    expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
  });
});

test('lines of prose end where those of code end; "node scripts/wrap-documents.ts" breaks them', () => {
  const long = DOCUMENTS.flatMap(({ file, text }) =>
    withoutCode(text)
      .split('\n')
      .flatMap((line, index) => (line.length > printWidth && !line.startsWith('|') ? [`${file}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

describe('programs in published documents', () => {
  test('are TypeScript or JavaScript', () => {
    const broken = programs.filter(({ language, text }) => !isProgram(`example.${language}`, text));
    expect(broken.map(({ place }) => place)).toEqual([]);
    expect(programs.length).toBeGreaterThan(20);
  });

  test('have workflows and steps that compile without a warning', () => {
    const warned = programs.flatMap(({ place, language, text }) =>
      compilerWarnings(`example.${language}`, text).map((warning) => `${place} ${warning}`),
    );
    expect(warned).toEqual([]);
  });

  test('import only what the package exports', () => {
    const missing = programs.flatMap(({ place, text }) => missingImports(text).map((found) => `${place} ${found}`));
    expect(missing).toEqual([]);
  });
});
