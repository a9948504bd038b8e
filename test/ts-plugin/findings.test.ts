/** The diagnostics of the plugin. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type ts from 'typescript-6';
import { describe, expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { CompilerTypes } from '../../ts-plugin/analysis/hosts/compiler-types.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { readFixture, writeFixture } from '../analysis/fixture.ts';
import { COMPILERS, Editor } from './editor.ts';
import { openMarked } from './marked-project.ts';

const FIXTURES = join(import.meta.dirname, '../analysis/fixtures');

describe.each(Object.entries(COMPILERS))('with TypeScript %s', (_, typescript) => {
  test.each(globSync('*/*.ts', { cwd: FIXTURES }).toSorted())('%s: the same as on disk', (name) => {
    const fixture = readFixture(join(FIXTURES, name));
    using written = writeFixture(fixture);
    const { rootDir, paths } = written;
    const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
    const editor = new Editor({ typescript, rootDir, files });
    const types = new CompilerTypes({ typescript, programOf: () => editor.plain.getProgram() });
    const project = new Project(new DiskHost({ rootDir, files: () => paths, types }));
    for (const path of paths) {
      const onDisk = analyzeFile(project, path).map(({ code, severity, span, message }) => ({
        place: `${relative(rootDir, path)} ${span.start}-${span.end}`,
        code: `${severity} ${code}`,
        message,
      }));
      const inEditor = [
        ...editor.service.getSemanticDiagnostics(path),
        ...editor.service.getSuggestionDiagnostics(path),
      ]
        .filter(({ source }) => source === 'workflow')
        .toSorted((a, b) => a.start! - b.start! || a.length! - b.length!)
        .map(({ category, start, length, messageText }) => ({
          place: `${relative(rootDir, path)} ${start}-${start! + length!}`,
          code: `${['warning', 'error', 'hint'][category]} ${/\[(\w+)\]$/.exec(messageText as string)?.[1]}`,
          message: messageText,
        }));
      const byPlace = (a: { place: string; code: string }, b: { place: string; code: string }): number =>
        `${a.place}${a.code}` < `${b.place}${b.code}` ? -1 : 1;
      expect(inEditor.toSorted(byPlace), basename(path)).toEqual(onDisk.toSorted(byPlace));
    }
    expect(editor.logged).toEqual([]);
  });

  test('a function that the user is typing gets no findings, but the others do', () => {
    const broken = "export async function f() { 'use setp'; const x = ; }\n";
    using project = openMarked(`${broken}export async function g() { 'use setp'; }\n`, { typescript });
    const { editor, path } = project;
    const found = editor.service.getSemanticDiagnostics(path()).filter(({ source }) => source === 'workflow');
    expect(found.map(({ start }) => start! > broken.length)).toEqual([true]);
  });

  test('a mistake of ours leaves the answers of TypeScript as they are, and is logged once', () => {
    using project = openMarked('export const x: string = 1;\n', { typescript });
    const { editor, path } = project;
    // As if another version of TypeScript had answered something else.
    editor.plain.getProgram = () => ({ getSourceFile: () => ({ text: null }) }) as unknown as ts.Program;
    const before = editor.plain.getSemanticDiagnostics(path());
    expect(editor.service.getSemanticDiagnostics(path())).toEqual(before);
    expect(editor.service.getSemanticDiagnostics(path())).toEqual(before);
    expect(editor.logged).toHaveLength(1);
  });
});
