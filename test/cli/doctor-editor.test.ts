/** `workflow doctor` in the folder of a project. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from './cli-project.ts';
import { runCli } from './run-cli.ts';

const ROOT = join(import.meta.dirname, '../..');
const STEP = `export async function charge() { 'use step'; return 1; }\n`;
const ENTRY = JSON.stringify({ compilerOptions: { plugins: [{ name: 'workflow' }] }, include: ['workflows'] });
const SELECTED = { '.vscode/settings.json': '{ "typescript.tsdk": "node_modules/typescript/lib" }' };

let project: CliProject;
beforeEach(() => {
  project = new CliProject({ 'workflows/pay.ts': STEP });
});
afterEach(() => project.remove());

/** @param version Name of a dev dependency of this repository. */
function install(version: 'typescript-6' | 'typescript'): void {
  symlinkSync(join(ROOT, 'node_modules', version), project.path('node_modules/typescript'), 'junction');
}

async function examine(files: Record<string, string>): Promise<{ exitCode: number; codes: string[]; output: string }> {
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  const { exitCode, stdout, stderr } = await runCli(['doctor'], { cwd: project.dir });
  const output = stdout + stderr;
  return { exitCode, codes: [...output.matchAll(/\[([a-z]+_[a-z_]+)\]$/gm)].map(([, code]) => code!), output };
}

describe('workflow doctor, in a project', () => {
  test('finds nothing when the editor is set up', async () => {
    install('typescript-6');
    expect(await examine({ 'tsconfig.json': ENTRY, ...SELECTED })).toMatchObject({ exitCode: 0, codes: [] });
  });

  test('names a project without TypeScript and without tsconfig.json', async () => {
    expect(await examine({})).toMatchObject({
      exitCode: 1,
      codes: ['editor_typescript_missing', 'editor_tsconfig_missing'],
    });
  });

  test('names a tsconfig.json without the entry, and one with a wrong option', async () => {
    install('typescript-6');
    expect((await examine({ 'tsconfig.json': '{}', ...SELECTED })).codes).toEqual(['editor_entry_missing']);
    const wrong = ENTRY.replace('"name"', '"colour": 1, "name"');
    expect((await examine({ 'tsconfig.json': wrong })).codes).toEqual(['setting_unknown']);
  });

  test('explains the set-up for TypeScript 7, which has no plugins', async () => {
    install('typescript');
    const { exitCode, codes, output } = await examine({ 'tsconfig.json': '{ "include": ["workflows"] }' });
    expect(codes).toEqual(['editor_typescript_native']);
    expect(output).toContain('workflow lsp --stdio');
    expect(exitCode).toBe(0);
  });

  test('reminds users to select the version in VS Code', async () => {
    install('typescript-6');
    const { exitCode, codes } = await examine({ 'tsconfig.json': ENTRY });
    expect({ exitCode, codes }).toEqual({ exitCode: 0, codes: ['editor_version_unselected'] });
  });

  test('names files with directives that no tsconfig.json has', async () => {
    install('typescript-6');
    const { exitCode, codes, output } = await examine({
      'tsconfig.json': ENTRY,
      'src/jobs/ship.ts': STEP,
      ...SELECTED,
    });
    expect(codes).toEqual(['editor_files_uncovered']);
    expect(output).toContain('src/jobs/ship.ts');
    expect(exitCode).toBe(1);
  });
});
