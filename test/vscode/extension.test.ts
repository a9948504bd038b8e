/**
 * The packed extension, unpacked as VS Code does it: its plugin in a real tsserver beside the project, and its server
 * over standard input and output. Only the glue to VS Code's own API is not run here.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildExtension } from '../../scripts/vscode-extension.ts';
import { VERSION } from '../../runtime/contract/version.ts';
import { Editor } from '../lsp/editor.ts';
import { type ForeignProject, createForeignProject } from '../linters/foreign-project.ts';
import { type PackedPackage, packPackage } from '../package/packed-package.ts';
import { TSCONFIG } from '../ts-plugin/installed-project.ts';
import { TsServer } from '../ts-plugin/tsserver.ts';

/** As VS Code brings it: not in the project. */
const TSSERVER = join(import.meta.dirname, '../../node_modules/typescript-6/lib/tsserver.js');
const WRONG = "export async function f() {\n  'use setp';\n}\n";

let folder: string;
let packed: PackedPackage;
const inExtension = (path: string): string => join(folder, 'extension', path);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workflow-vsix-'));
  // A program of somebody else reads the archive.
  execFileSync('unzip', ['-q', await buildExtension(), '-d', folder]);
  packed = await packPackage();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  packed?.remove();
});

/** A project that has the packed package, and nothing in `tsconfig.json` about it. */
function createProject(): ForeignProject {
  const compilerOptions = { ...TSCONFIG.compilerOptions, plugins: [] };
  const files = { 'workflows/a.ts': WRONG, 'tsconfig.json': JSON.stringify({ compilerOptions }) };
  const project = createForeignProject(files);
  execFileSync('ln', ['-s', join(packed.projectDir, 'node_modules'), join(project.dir, 'node_modules')]);
  return project;
}

test('everything that the manifests name is in the archive', () => {
  const manifest = JSON.parse(readFileSync(inExtension('package.json'), 'utf8')) as { main: string; version: string };
  expect(existsSync(inExtension(manifest.main))).toBe(true);
  const list = readFileSync(join(folder, 'extension.vsixmanifest'), 'utf8');
  const assets = [...list.matchAll(/Path="([^"]+)"/g)].map(([, path]) => path!);
  expect(assets.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  expect(list).toContain(`Version="${VERSION}"`);
  expect(manifest.version).toBe(VERSION);
});

test('the package has nothing of the extension: npm users have no use for it', () => {
  expect(packed.files.filter((file) => file.includes('vscode'))).toEqual([]);
});

describe('the plugin, in the tsserver of the editor', () => {
  const args = (): string[] => ['--globalPlugins', 'workflow', '--pluginProbeLocations', join(folder, 'extension')];

  test('is that of the project, which needs no entry in tsconfig.json', async () => {
    using project = createProject();
    await using server = new TsServer(TSSERVER, args());
    server.open(join(project.dir, 'workflows/a.ts'));
    const findings = await server.findings(join(project.dir, 'workflows/a.ts'));
    expect(findings.map(({ text }) => /\[(\w+)\]$/.exec(text)?.[1])).toEqual(['compile_directive_misspelled']);
    expect(server.noise).toBe('');
  });

  test('says nothing in a project without the package', async () => {
    using project = createForeignProject({ 'workflows/a.ts': WRONG });
    await using server = new TsServer(TSSERVER, args());
    server.open(join(project.dir, 'workflows/a.ts'));
    expect(await server.findings(join(project.dir, 'workflows/a.ts'))).toEqual([]);
    expect(server.noise).toBe('');
  });
});

describe('the server', () => {
  test('is that of the project, and answers over standard input and output', async () => {
    using project = createProject();
    const path = join(project.dir, 'workflows/a.ts');
    const editor = new Editor(project.dir, [inExtension('dist/server.mjs'), '--stdio']);
    await editor.initialize(project.dir, { textDocument: { diagnostic: {} } }, { always: true });
    await editor.open(path, WRONG);
    expect((await editor.pull(path)).map(({ code }) => code)).toEqual(['compile_directive_misspelled']);
    await editor.close();
    expect(editor.stderr).toBe('');
  });

  test('names the package that is missing', () => {
    const { status, stderr } = spawnSync(process.execPath, [inExtension('dist/server.mjs'), '--stdio'], {
      cwd: folder,
    });
    expect(status).toBe(1);
    expect(stderr.toString()).toContain('Fix: run "npm install workflow" there.');
  });
});
