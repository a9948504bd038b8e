import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AREAS } from '../cli/explain/explained-areas.ts';
import type { Example, ExplainedError } from '../runtime/contract/explanation.ts';
import { leadsSomewhere, linksOf } from '../test/docs/markdown.ts';
import { compilerWarnings, isProgram, missingImports } from '../test/docs/programs.ts';
import { ERROR_PAGES, formatErrorPages } from './error-pages.ts';

const ROOT = join(import.meta.dirname, '..');
const explained = AREAS.flatMap(({ errors }) => errors);
const pages = formatErrorPages();

/** The texts of all sources apart from tests and what is generated. */
const sources = globSync('{agent,cli,compiler,dashboard,integrations,runtime,ts-plugin}/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.generated.ts'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** The codes of all catalogues, as they stand in the sources. */
function codesInSources(): string[] {
  const catalogues = sources.filter(({ text }) => text.includes('= defineErrors({'));
  return catalogues.flatMap(({ text }) =>
    [...text.matchAll(/^ {2}([a-z]+(?:_[a-z]+)+): \{$/gm)].map(([, code]) => code!),
  );
}

type Examples = Pick<ExplainedError, 'code'> & { wrong?: Example | undefined; right?: Example | undefined };

/** The parts of an explanation that are code, by the names of their files. */
function programsOf({ code, wrong, right }: Examples): { name: string; text: string }[] {
  return [wrong, right].flatMap((example) => {
    const files = typeof example === 'string' ? { 'example.ts': example } : (example ?? {});
    return Object.entries(files)
      .filter(([file]) => /\.(?:tsx?|m?js)$/.test(file))
      .map(([file, text]) => ({ name: `${code}/${file}`, text }));
  });
}

const programs = explained.flatMap(programsOf);

describe('the explanations of errors', () => {
  it('are there for every code of every catalogue, once', () => {
    expect(explained.map(({ code }) => code).toSorted()).toEqual(codesInSources().toSorted());
  });

  it('are on the pages of docs/errors; "node scripts/error-pages.ts" writes them', () => {
    const written = readdirSync(ERROR_PAGES).map((name) => [name, readFileSync(join(ERROR_PAGES, name), 'utf8')]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(pages));
  });

  it('are only of errors that something gives', () => {
    // In a catalogue a code is a key, so what is in quotes is a use.
    const users = sources.filter(({ file }) => !file.includes('explanations'));
    const unused = explained.filter(({ code }) => !users.some(({ text }) => text.includes(`'${code}'`)));
    expect(unused.map(({ code }) => code)).toEqual([]);
  });

  it('have links that lead somewhere', () => {
    const links = [...pages].flatMap(([page, text]) => linksOf(text).map((link) => ({ page, link })));
    expect(links.filter(({ page, link }) => !leadsSomewhere(join(ERROR_PAGES, page), link))).toEqual([]);
    expect(links.length).toBeGreaterThan(explained.length);
  });

  it('have examples that can be parsed, apart from the one about syntax', () => {
    const broken = programs.filter(({ name, text }) => !isProgram(name, text));
    expect(broken.map(({ name }) => name)).toEqual(['compile_syntax_invalid/example.ts']);
  });

  it('have right examples whose workflows and steps compile without a word', () => {
    const right = explained.flatMap((error) => programsOf({ ...error, wrong: undefined }));
    expect(right.flatMap(({ name, text }) => compilerWarnings(name, text))).toEqual([]);
  });

  it('have examples that import only what the package exports', () => {
    expect(programs.flatMap(({ name, text }) => missingImports(text).map((found) => `${name}: ${found}`))).toEqual([]);
  });
});
