/** The published plugin in a real tsserver. */
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { TSCONFIG, TYPESCRIPTS, installProject } from './installed-project.ts';
import { type ServerDiagnostic, TsServer } from './tsserver.ts';

const ROOT = join(import.meta.dirname, '../..');
const { dependencies: DEPENDENCIES } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const WRONG = "export async function f() {\n  'use setp';\n}\n";
const MISSPELLED = 'compile_directive_misspelled';

function codesOf(findings: readonly ServerDiagnostic[]): (string | undefined)[] {
  return findings.map(({ text }) => /\[(\w+)\]$/.exec(text)?.[1]);
}

describe.each(Object.entries(TYPESCRIPTS))('TypeScript %s', (_, typescript) => {
  test.each(['flat', 'linked'] as const)('finds the plugin where it is installed: %s', async (layout) => {
    using project = installProject({ typescript, layout, files: { 'a.ts': WRONG } });
    await using server = new TsServer(project.tsserver);
    server.open(project.path('a.ts'));
    const [finding] = await server.findings(project.path('a.ts'));
    expect(finding).toMatchObject({ start: { line: 2, offset: 3 }, category: 'error', code: 871_001 });
    expect(finding!.text).toContain(MISSPELLED);
    expect(finding!.relatedInformation?.at(-1)).toMatchObject({
      message: `The page about ${MISSPELLED}, with a wrong and a right example.`,
      span: { file: expect.stringMatching(/docs\/errors\/compiler\.md$/) },
    });
    expect(server.noise).toBe('');
  });

  test('a monorepo with the package in one folder needs a setting for that folder', async () => {
    const files = { 'packages/app/a.ts': WRONG, 'packages/app/tsconfig.json': JSON.stringify(TSCONFIG) };
    using project = installProject({ typescript, layout: 'apart', files });
    const path = project.path('packages/app/a.ts');
    await using server = new TsServer(project.tsserver, ['--pluginProbeLocations', project.path('packages/app')]);
    server.open(path);
    expect(codesOf(await server.findings(path))).toEqual([MISSPELLED]);
  });

  test('edits and settings change what is reported, also over events', async () => {
    using project = installProject({ typescript, files: { 'a.ts': WRONG } });
    await using server = new TsServer(project.tsserver);
    const file = project.path('a.ts');
    server.open(file);
    expect(codesOf(await server.findings(file))).toEqual([MISSPELLED]);
    server.tell('change', { file, line: 2, offset: 4, endLine: 2, endOffset: 12, insertString: 'use step' });
    expect(await server.findings(file)).toEqual([]);
    server.tell('change', { file, line: 2, offset: 4, endLine: 2, endOffset: 12, insertString: 'use stp' });
    server.tell('geterr', { files: [file], delay: 0 });
    const { body } = await server.event('semanticDiag');
    expect(codesOf((body as { diagnostics: ServerDiagnostic[] }).diagnostics)).toEqual([MISSPELLED]);
    await server.ask('configurePlugin', { pluginName: 'workflow', configuration: { rules: { [MISSPELLED]: 'off' } } });
    expect(await server.findings(file)).toEqual([]);
    expect(server.noise).toBe('');
  });

  test.each(['saved', 'not saved'])('what only a build can tell comes when the editor is idle: %s', async (state) => {
    const text = `import { hash } from 'hasher';
export async function f(id: string) {
  'use workflow';
  return hash(id);
}
`;
    const files = {
      'a.ts': state === 'saved' ? text : text.replace(/^.*\n/, 'const hash = String;\n'),
      'node_modules/hasher/package.json': '{ "name": "hasher", "type": "module", "exports": "./index.js" }',
      'node_modules/hasher/index.d.ts': 'export function hash(text: string): string;',
      'node_modules/hasher/index.js': `import { createHash } from 'node:crypto';
export const hash = (text) => createHash('md5').update(text).digest('hex');
`,
    };
    using project = installProject({ typescript, files });
    for (const name of Object.keys(DEPENDENCIES).map((dependency) => dependency.split('/')[0]!))
      symlinkSync(join(ROOT, 'node_modules', name), project.path(`node_modules/${name}`), 'junction');
    await using server = new TsServer(project.tsserver);
    const file = project.path('a.ts');
    server.open(file, text);
    expect(await server.findings(file)).toEqual([]);
    await server.event('projectsUpdatedInBackground');
    const findings = await server.findings(file);
    expect(codesOf(findings)).toEqual(['compile_builtin_reached']);
    expect(findings[0]!.start).toEqual({ line: 1, offset: 22 });
    expect(server.noise).toBe('');
  });

  test('fixes, completions, hovers and refactors come through', async () => {
    const text =
      "import { sleep } from 'workflow';\nexport async function f(a: number) {\n  'use workflow';\n  sleep('1s');\n  const b = a * 2;\n  return b;\n}\n";
    using project = installProject({ typescript, files: { 'a.ts': text } });
    await using server = new TsServer(project.tsserver);
    const file = project.path('a.ts');
    server.open(file);
    const [finding] = await server.findings(file);
    const range = {
      file,
      startLine: finding!.start.line,
      startOffset: finding!.start.offset,
      endLine: finding!.end.line,
      endOffset: finding!.end.offset,
    };
    const fixes = await server.ask<{ fixName: string; changes: { textChanges: { newText: string }[] }[] }[]>(
      'getCodeFixes',
      { ...range, errorCodes: [finding!.code] },
    );
    expect(fixes[0]?.changes[0]?.textChanges[0]?.newText).toBe('await ');
    const info = await server.ask<{ documentation: unknown }>('quickinfo', { file, line: 2, offset: 24 });
    expect(JSON.stringify(info.documentation)).toContain('workflow//./a//f');
    const { entries } = await server.ask<{ entries: { name: string }[] }>('completionInfo', {
      file,
      line: 4,
      offset: 11,
    });
    expect(entries.map(({ name }) => name)).toContain('1 minutes');
    const selected = { file, startLine: 5, startOffset: 3, endLine: 5, endOffset: 19 };
    const refactors = await server.ask<{ name: string }[]>('getApplicableRefactors', selected);
    expect(refactors.map(({ name }) => name)).toContain('workflow');
    expect(server.noise).toBe('');
  });

  test('expandable hovers work as without the plugin', async () => {
    const text =
      "interface Deep { a: { b: { c: 1 } } }\nexport const deep: Deep = { a: { b: { c: 1 } } };\nexport const word = 'workflow';\n";
    const { plugins: ___, ...compilerOptions } = TSCONFIG.compilerOptions;
    const answers = [];
    for (const config of [TSCONFIG, { compilerOptions }]) {
      using project = installProject({ typescript, files: { 'a.ts': text, 'tsconfig.json': JSON.stringify(config) } });
      await using server = new TsServer(project.tsserver);
      const file = project.path('a.ts');
      server.open(file);
      answers.push(await server.ask('quickinfo', { file, line: 2, offset: 15, verbosityLevel: 1 }));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(JSON.stringify(answers[0])).toContain('canIncreaseVerbosityLevel');
  });

  test.each([
    ['before', [{ name: 'other' }, { name: 'workflow' }]],
    ['behind', [{ name: 'workflow' }, { name: 'other' }]],
  ])('another plugin %s it is not in its way', async (___, plugins) => {
    const other = `module.exports = () => ({ create: ({ languageService: inner }) => ({ ...inner, getSemanticDiagnostics: (file) =>
      [...inner.getSemanticDiagnostics(file), { source: 'other', code: 1, category: 0, messageText: 'hello', file: inner.getProgram().getSourceFile(file), start: 0, length: 1 }] }) });`;
    const tsconfig = JSON.stringify({ compilerOptions: { ...TSCONFIG.compilerOptions, plugins } });
    const files = {
      'a.ts': WRONG,
      'tsconfig.json': tsconfig,
      'node_modules/other/index.js': other,
      'node_modules/other/package.json': '{}',
    };
    using project = installProject({ typescript, files });
    await using server = new TsServer(project.tsserver);
    server.open(project.path('a.ts'));
    const all = await server.ask<ServerDiagnostic[]>('semanticDiagnosticsSync', { file: project.path('a.ts') });
    expect(new Set(all.map(({ source }) => source))).toEqual(new Set(['other', 'workflow']));
  });

  test('an editor extension can load the plugin for a file without a project', async () => {
    using project = installProject({ typescript, files: { 'tsconfig.json': '{ "files": [] }', 'loose.ts': WRONG } });
    await using server = new TsServer(project.tsserver, [
      '--globalPlugins',
      'workflow',
      '--pluginProbeLocations',
      project.rootDir,
    ]);
    server.open(project.path('loose.ts'));
    expect(codesOf(await server.findings(project.path('loose.ts')))).toEqual([MISSPELLED]);
  });

  test('a server for syntax alone answers as without the plugin', async () => {
    using project = installProject({ typescript, files: { 'a.ts': WRONG } });
    await using server = new TsServer(project.tsserver, [
      '--serverMode',
      'partialSemantic',
      '--globalPlugins',
      'workflow',
      '--pluginProbeLocations',
      project.rootDir,
    ]);
    const file = project.path('a.ts');
    server.open(file);
    const info = await server.ask<{ displayString: string }>('quickinfo', { file, line: 1, offset: 23 });
    expect(info.displayString).toContain('f()');
    expect(server.noise).toBe('');
  });

  test('finds mistakes in Vue components, at their place', async () => {
    const vue =
      '<template><p>hi</p></template>\n<script setup lang="ts">\nasync function f() {\n  \'use setp\';\n}\nf();\n</script>\n';
    const tsconfig = JSON.stringify({ ...TSCONFIG, include: ['*.ts', '*.vue'] });
    using project = installProject({
      typescript,
      files: { 'a.ts': 'export {};', 'X.vue': vue, 'tsconfig.json': tsconfig },
    });
    const vuePlugin = ['--globalPlugins', '@vue/typescript-plugin', '--pluginProbeLocations', ROOT];
    await using server = new TsServer(project.tsserver, vuePlugin);
    await server.ask('configure', {
      extraFileExtensions: [{ extension: '.vue', isMixedContent: true, scriptKind: 7 }],
    });
    server.open(project.path('a.ts'));
    server.open(project.path('X.vue'), vue);
    const findings = await server.findings(project.path('X.vue'));
    expect(findings).toMatchObject([{ start: { line: 4, offset: 3 }, code: 871_001 }]);
  });
});

test('an application of CommonJS gets the library, not the plugin', async () => {
  const script =
    "const { sleep, FatalError } = require('workflow'); console.log(typeof sleep, typeof FatalError, typeof require('workflow'));";
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: ROOT });
  expect(stdout.trim()).toBe('function function object');
});
