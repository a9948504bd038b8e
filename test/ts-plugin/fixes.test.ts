/** The quick fixes of the plugin. */
import { describe, expect, test } from 'vitest';
import type ts from 'typescript-6';
import { COMPILERS } from './editor.ts';
import { type MarkedProject, changed, openMarked } from './marked-project.ts';

const FORMAT: ts.FormatCodeSettings = {};

function findingsOf({ editor, path }: MarkedProject): ts.Diagnostic[] {
  return editor.service.getSemanticDiagnostics(path()).filter(({ source }) => source === 'workflow');
}

function fixesOf(project: MarkedProject, finding: ts.Diagnostic): readonly ts.CodeFixAction[] {
  const { editor, path } = project;
  const end = finding.start! + finding.length!;
  return editor.service.getCodeFixesAtPosition(path(), finding.start!, end, [finding.code], FORMAT, {});
}

const MISSPELLED = [
  ['plain', "export async function f() {\n  'use setp';\n}\n"],
  ['with the newlines of Windows', "export async function f() {\r\n  'use setp';\r\n  return 1;\r\n}\r\n"],
  ['with a mark of the encoding', "\uFEFFexport async function f() { 'use setp'; }\n"],
  ['behind an emoji', "const wave = '👋🏽';\nexport async function f() { 'use setp'; return wave; }\n"],
  ['below the header of a server action', "'use server';\nexport async function f() {\n\t'use setp';\n}\n"],
] as const;

describe.each(Object.entries(COMPILERS))('with TypeScript %s', (_, typescript) => {
  test.each(MISSPELLED)('a fix changes what is wrong and nothing else: %s', (__, text) => {
    using project = openMarked(text, { typescript });
    const [finding, ...others] = findingsOf(project);
    expect(others).toEqual([]);
    const [fix] = fixesOf(project, finding!);
    const fixed = changed(project, fix!.changes);
    expect(fixed).toBe(project.editor.textOf(project.path()).replace('use setp', 'use step'));
    project.editor.edit(project.path(), fixed);
    expect(findingsOf(project)).toEqual([]);
    expect(project.editor.service.getSyntacticDiagnostics(project.path())).toEqual([]);
  });

  test('all of one code at once', () => {
    const text = "export async function f() { 'use setp'; }\nexport async function g() { 'use stpe'; }\n";
    using project = openMarked(text, { typescript });
    const { editor, path } = project;
    const [fix] = fixesOf(project, findingsOf(project)[0]!);
    const scope = { type: 'file' as const, fileName: path() };
    const { changes } = editor.service.getCombinedCodeFix(scope, fix!.fixId!, FORMAT, {});
    expect(changed(project, changes)).toBe(text.replace('use setp', 'use step').replace('use stpe', 'use step'));
    expect(editor.service.getSupportedCodeFixes(path())).toContain(String(findingsOf(project)[0]!.code));
  });

  test('an import that a fix needs stands below the header, and once', () => {
    const text = [
      "'use server';",
      'export async function order(id: string) {',
      "  'use workflow';",
      '  return id;',
      '}',
      'export async function action() {',
      "  await order('a');",
      "  await order('b');",
      '}',
      '',
    ].join('\r\n');
    using project = openMarked(text, { typescript });
    const finding = findingsOf(project).find(({ messageText }) => (messageText as string).includes('directly'))!;
    const scope = { type: 'file' as const, fileName: project.path() };
    const { fixId } = fixesOf(project, finding).find((fix) => fix.fixId !== undefined)!;
    const fixed = changed(project, project.editor.service.getCombinedCodeFix(scope, fixId!, FORMAT, {}).changes);
    expect(fixed.split('\r\n').slice(0, 2)).toEqual(["'use server';", "import { start } from 'workflow/api';"]);
    expect(fixed.match(/import /g)).toHaveLength(1);
    expect(fixed).not.toMatch(/[^\r]\n/);
    project.editor.edit(project.path(), fixed);
    expect(findingsOf(project).map(({ messageText }) => messageText)).toEqual([]);
  });

  test('code that needs the host moves into a step', () => {
    const text = [
      "import { readFileSync } from 'node:fs';",
      'interface Order { id: string }',
      'export const order = async <T extends Order>(all: T[], { id }: Order) => {',
      "  'use workflow';",
      "  const texts = all.map((one) => readFileSync(one.id + id, 'utf8'));",
      '  return texts;',
      '};',
      '',
    ].join('\n');
    const node = "declare module 'node:fs' { export function readFileSync(path: string, encoding: 'utf8'): string }\n";
    using project = openMarked({ 'main.ts': text, 'node.d.ts': node }, { typescript });
    const [finding] = findingsOf(project);
    const fix = fixesOf(project, finding!).find(({ description }) => description === 'Extract to a step');
    const fixed = changed(project, fix!.changes);
    expect(fixed).toContain('const texts = await readFileSyncStep(all, id);');
    expect(fixed).toContain('async function readFileSyncStep<T extends Order>(all: T[], id: string) {');
    project.editor.edit(project.path(), fixed);
    expect(project.editor.service.getSyntacticDiagnostics(project.path())).toEqual([]);
    expect(project.editor.service.getSemanticDiagnostics(project.path())).toEqual([]);
  });

  test('a comment can suppress every finding', () => {
    using project = openMarked("export async function f() {\n  'use setp';\n}\n", { typescript });
    const [finding] = findingsOf(project);
    const silence = fixesOf(project, finding!).at(-1)!;
    project.editor.edit(project.path(), changed(project, silence.changes));
    expect(findingsOf(project)).toEqual([]);
  });

  test('the settings decide what is shown, also when they change', () => {
    const text = "export async function f() {\n  'use setp';\n}\n";
    using project = openMarked(text, { typescript, config: { rules: { compile_directive_misspelled: 'warning' } } });
    expect(findingsOf(project)[0]?.category).toBe(typescript.DiagnosticCategory.Warning);
    project.editor.configure({ rules: { 1001: 'off' } });
    expect(findingsOf(project)).toEqual([]);
    project.editor.configure({ overrides: [{ files: ['other/**'], rules: { 1001: 'off' } }] });
    expect(findingsOf(project)[0]?.category).toBe(typescript.DiagnosticCategory.Error);
    project.editor.configure({ rules: { compile_directive_misspelled: 'loud' } });
    expect(project.editor.logged.join()).toContain('must be: error, warning, hint, off');
  });

  test('fixes of TypeScript itself are still there', () => {
    using project = openMarked("import { sleep, patched } from 'workflow';\nexport const x = sleep;\n", { typescript });
    const { editor, path } = project;
    const [unused] = editor.service.getSuggestionDiagnostics(path());
    const { start, length, code } = unused!;
    const ask = [path(), start, start + length, [code], FORMAT, {}] as const;
    expect(editor.service.getCodeFixesAtPosition(...ask)).toEqual(editor.plain.getCodeFixesAtPosition(...ask));
    const scope = { type: 'file' as const, fileName: path() };
    const all = editor.service.getCombinedCodeFix(scope, 'unusedIdentifier_deleteImports', FORMAT, {});
    expect(changed(project, all.changes)).toContain("import { sleep } from 'workflow';");
  });
});
