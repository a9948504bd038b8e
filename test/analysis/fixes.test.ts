/**
 * After each quick fix the text parses, its finding is gone and there is no new one. The same holds for all fixes
 * at once.
 * Every fixture is also read with other newlines, indentation and headers.
 */
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { applyEdits, combineFixes } from '../../ts-plugin/analysis/edits/apply-edits.ts';
import type { Finding, QuickFix } from '../../ts-plugin/analysis/findings/finding.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { listFixtures, readFixture, writeFixture } from './fixture.ts';

const VARIANTS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'with Windows newlines': (text) => text.replaceAll('\n', '\r\n'),
  'with a byte order mark': (text) => `\uFEFF${text}`,
  'with tabs': (text) => text.replaceAll('  ', '\t'),
  "below 'use client'": (text) =>
    /^\s*(?:\/\/.*\n\s*)*['"]use /.test(text) ? text : text.replace(/^(#!.*\n)?/, "$1'use client';\n\n"),
};

const FIXTURES = ['directives', 'calls', 'functions', 'sandbox', 'agents'].flatMap((group) =>
  listFixtures(group).map((path) => [`${group}/${basename(path)}`, path] as const),
);

interface Sources {
  rootDir: string;
  /** By path. */
  texts: Record<string, string>;
}

/** All files are open in an editor; on disk they are only found. */
function analyze({ rootDir, texts }: Sources): Finding[] {
  const paths = Object.keys(texts);
  const openText = (path: string) => (path in texts ? { code: texts[path]!, version: texts[path]! } : null);
  const project = new Project(new DiskHost({ rootDir, files: () => paths, openText }));
  const unreadable = paths.filter((path) => project.file(path) === null);
  expect(unreadable.map((path) => texts[path])).toEqual([]);
  return paths.flatMap((path) => analyzeFile(project, path));
}

function applyFixes({ rootDir, texts }: Sources, fixes: readonly QuickFix[]): Sources {
  const changed = { ...texts };
  for (const [file, edits] of combineFixes(fixes)) changed[file] = applyEdits(texts[file]!, edits);
  return { rootDir, texts: changed };
}

/** How often each code is found in each file. */
function countFindings(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { file, code } of findings) {
    const key = `${basename(file)} ${code}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function findingsAdded(before: readonly Finding[], after: readonly Finding[]): string[] {
  const counts = countFindings(before);
  return [...countFindings(after)].filter(([key, count]) => count > (counts.get(key) ?? 0)).map(([key]) => key);
}

/** Applies the first fix of every finding that can be corrected together with others, as often as there is one. */
function applyAll(sources: Sources): Sources {
  let current = sources;
  for (let round = 0; round < 5; round++) {
    const fixes = analyze(current).flatMap((finding) => finding.fixes.filter(({ isForAll }) => isForAll).slice(0, 1));
    if (fixes.length === 0) break;
    current = applyFixes(current, fixes);
  }
  return current;
}

describe.each(FIXTURES)('the fixes of %s', (_, path) => {
  let written: ReturnType<typeof writeFixture>;
  const fixture = readFixture(path);

  beforeAll(() => {
    written = writeFixture(fixture);
  });
  afterAll(() => written[Symbol.dispose]());

  function sourcesOf(change: (text: string) => string): Sources {
    const { rootDir, paths } = written;
    const texts = Object.values(fixture.files).map((text, index) => [paths[index]!, change(text)] as const);
    return { rootDir, texts: Object.fromEntries(texts) };
  }

  test.each(Object.entries(VARIANTS))('%s: each removes its finding and causes no new one', (__, change) => {
    const sources = sourcesOf(change);
    const before = analyze(sources);
    for (const finding of before) {
      for (const fix of finding.fixes) {
        const changed = applyFixes(sources, [fix]);
        const after = analyze(changed);
        const story = `${fix.title}\n${Object.values(changed.texts).join('\n---\n')}`;
        expect({ added: findingsAdded(before, after), story }).toEqual({ added: [], story });
        expect({ fewer: after.length < before.length, story }).toEqual({ fewer: true, story });
      }
    }
  });

  test.each(Object.entries(VARIANTS))('%s: together they leave nothing to fix', (__, change) => {
    const sources = sourcesOf(change);
    const fixed = applyAll(sources);
    const left = analyze(fixed);
    expect(left.filter(({ fixes }) => fixes.some(({ isForAll }) => isForAll))).toEqual([]);
    expect(findingsAdded(analyze(sources), left)).toEqual([]);
  });

  test('keep the newlines of the file', () => {
    const { texts } = applyAll(sourcesOf(VARIANTS['with Windows newlines']!));
    for (const text of Object.values(texts)) expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });
});
