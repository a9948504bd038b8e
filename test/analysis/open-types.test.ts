/** Types of projects as they are set up, with every TypeScript. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileText } from '../../ts-plugin/analysis/project/host.ts';
import { findTypeScript } from '../../ts-plugin/analysis/hosts/find-typescript.ts';
import { type OpenTypes, openTypes } from '../../ts-plugin/analysis/hosts/open-types.ts';
import { writeFixture } from './fixture.ts';
import { TYPESCRIPT_VERSIONS, openSome, writeTypedProject } from './typed-project.ts';

const OPTIONS = { compilerOptions: { strict: true, noEmit: true, target: 'es2022', module: 'esnext', types: [] } };

/** The printed type of the first `value` in a file. */
function typeOfValue({ types }: OpenTypes, path: string, code: string): string | undefined {
  const start = code.indexOf('value');
  return types.types(path, [{ span: { start, end: start + 'value'.length }, of: 'expression' }])[0]?.text;
}

describe.each(TYPESCRIPT_VERSIONS)('with TypeScript %s', (version) => {
  test('an edit on disk, in another file, changes the types after an update', async () => {
    const code = `import { a } from './a';\nexport const value = a;`;
    using project = writeTypedProject(
      { 'tsconfig.json': JSON.stringify(OPTIONS), 'a.ts': 'export const a = 1;', 'b.ts': code },
      version,
    );
    const path = join(project.rootDir, 'b.ts');
    using open = await openSome({ rootDir: project.rootDir });
    expect(typeOfValue(open, path, code)).toBe('1');
    writeFileSync(join(project.rootDir, 'a.ts'), 'export const a = { edited: true };');
    open.update({ changed: [join(project.rootDir, 'a.ts')] });
    expect(typeOfValue(open, path, code)).toBe('{ edited: boolean; }');
  });

  test('an unsaved text counts instead of the one on disk', async () => {
    using project = writeTypedProject(
      { 'tsconfig.json': JSON.stringify(OPTIONS), 'a.ts': 'export const value = 1;' },
      version,
    );
    const path = join(project.rootDir, 'a.ts');
    const texts = new Map<string, FileText>();
    const openText = (asked: string): FileText | null => texts.get(asked) ?? null;
    using open = await openSome({ rootDir: project.rootDir, openText });
    for (const code of ['export const value = "typed";', 'let before = 0;\nexport const value = [before];']) {
      texts.set(path, { code, version: code });
      open.update({ changed: [path] });
      expect(typeOfValue(open, path, code)).toBe(code.includes('typed') ? '"typed"' : 'number[]');
    }
    texts.delete(path);
    open.update({ changed: [path] });
    expect(typeOfValue(open, path, 'export const value = 1;')).toBe('1');
  });

  test('new and deleted files are noticed', async () => {
    using project = writeTypedProject(
      { 'tsconfig.json': JSON.stringify(OPTIONS), 'a.ts': 'export const value = 1;' },
      version,
    );
    const added = join(project.rootDir, 'b.ts');
    using open = await openSome({ rootDir: project.rootDir });
    writeFileSync(added, 'export const value = "b";');
    open.update({ created: [added] });
    expect(open.files().toSorted()).toEqual([join(project.rootDir, 'a.ts'), added]);
    expect(typeOfValue(open, added, 'export const value = "b";')).toBe('"b"');
    rmSync(added);
    open.update({ deleted: [added] });
    expect(open.files()).toEqual([join(project.rootDir, 'a.ts')]);
  });

  test('the projects that a solution refers to are open, with comments in their tsconfig', async () => {
    const part = { ...OPTIONS, compilerOptions: { ...OPTIONS.compilerOptions, noEmit: false, composite: true } };
    const code = `import { core } from '../core/core';\nexport const value = core;`;
    using project = writeTypedProject(
      {
        'tsconfig.json':
          '{\n  // a solution\n  "files": [], /* none */\n  "references": [{ "path": "core" }, { "path": "app/tsconfig.json" },],\n}',
        'core/tsconfig.json': JSON.stringify(part),
        'core/core.ts': 'export const core = { name: "core" };',
        'app/tsconfig.json': JSON.stringify({ ...part, references: [{ path: '../core' }] }),
        'app/app.ts': code,
      },
      version,
    );
    using open = await openSome({ rootDir: project.rootDir });
    const path = join(project.rootDir, 'app/app.ts');
    expect(open.files().toSorted()).toEqual([path, join(project.rootDir, 'core/core.ts')]);
    expect(typeOfValue(open, path, code)).toBe('{ name: string; }');
  });

  test('several tsconfigs are open side by side, each with its own strictness', async () => {
    const loose = { compilerOptions: { ...OPTIONS.compilerOptions, strict: false, strictNullChecks: false } };
    const code = 'declare const maybe: string | undefined;\nexport const value = maybe;';
    using project = writeTypedProject(
      {
        'a/tsconfig.json': JSON.stringify(OPTIONS),
        'a/a.ts': code,
        'b/tsconfig.json': JSON.stringify(loose),
        'b/b.ts': code,
      },
      version,
    );
    const configs = ['a', 'b'].map((name) => join(project.rootDir, name, 'tsconfig.json'));
    using open = await openSome({ rootDir: project.rootDir, configs });
    const types = ['a/a.ts', 'b/b.ts'].map((name) => typeOfValue(open, join(project.rootDir, name), code));
    expect(types).toEqual(['string | undefined', 'string']);
  });

  test('sources without a tsconfig have types', async () => {
    const code = 'export const value = [1];';
    using project = writeTypedProject({ 'a.ts': code }, version);
    rmSync(join(project.rootDir, 'tsconfig.json'));
    const path = join(project.rootDir, 'a.ts');
    using open = await openSome({ rootDir: project.rootDir, looseFiles: [path] });
    expect(open.files()).toEqual([path]);
    expect(typeOfValue(open, path, code)).toBe('number[]');
  });

  test('places count the byte order mark and UTF-16 units, in questions and in answers', async () => {
    const code = '\uFEFF/* 🚀 é */ const rocket = { fuel: 1 };\nexport const value = rocket.fuel;';
    using project = writeTypedProject({ 'tsconfig.json': JSON.stringify(OPTIONS), 'a.ts': code }, version);
    const path = join(project.rootDir, 'a.ts');
    using open = await openSome({ rootDir: project.rootDir });
    expect(typeOfValue(open, path, code)).toBe('number');
    const [fuel] = open.types.declarations(path, [code.lastIndexOf('fuel')]);
    expect(fuel).toEqual({ path, index: code.indexOf('fuel') });
  });

  test('names lead through imports to where they are declared', async () => {
    const code = `import { total } from './a';\nimport * as all from './a';\nexport const value = total() + all.total();`;
    using project = writeTypedProject(
      { 'tsconfig.json': JSON.stringify(OPTIONS), 'a.ts': 'export function total() {\n  return 1;\n}', 'b.ts': code },
      version,
    );
    using open = await openSome({ rootDir: project.rootDir });
    const indexes = [code.indexOf('total()'), code.lastIndexOf('total'), code.indexOf('const')];
    const declared = { path: join(project.rootDir, 'a.ts'), index: 'export function '.length };
    expect(open.types.declarations(join(project.rootDir, 'b.ts'), indexes)).toEqual([declared, declared, null]);
  });

  test('the result of an async function has no promise around it', async () => {
    const code = 'export async function load(): Promise<Promise<string> | number> {\n  return 1;\n}';
    using project = writeTypedProject({ 'tsconfig.json': JSON.stringify(OPTIONS), 'a.ts': code }, version);
    using open = await openSome({ rootDir: project.rootDir });
    const span = { start: code.indexOf('async'), end: code.length };
    const [result] = open.types.types(join(project.rootDir, 'a.ts'), [{ span, of: 'awaited result' }]);
    expect(result?.text.split(' | ').toSorted()).toEqual(['number', 'string']);
  });

  test('the version is known', async () => {
    using project = writeTypedProject({ 'tsconfig.json': JSON.stringify(OPTIONS) }, version);
    using open = await openSome({ rootDir: project.rootDir });
    expect(open.typescript.version).toContain(version);
  });
});

test('a project without TypeScript, or with one that is too old, gets no types', async () => {
  using project = writeFixture({ files: { 'a.ts': 'export const value = 1;' }, expected: [] });
  expect(await openTypes({ rootDir: project.rootDir })).toEqual({ kind: 'none' });
  const old = join(project.rootDir, 'node_modules/typescript');
  mkdirSync(old, { recursive: true });
  writeFileSync(join(old, 'package.json'), JSON.stringify({ name: 'typescript', version: '4.9.5', main: 'index.js' }));
  writeFileSync(join(old, 'index.js'), '');
  expect(findTypeScript(project.rootDir)).toEqual({ kind: 'unsupported', version: '4.9.5' });
  expect(await openTypes({ rootDir: project.rootDir })).toEqual({ kind: 'unsupported', version: '4.9.5' });
});

test('an unknown version of TypeScript is not loaded', () => {
  using project = writeFixture({ files: {}, expected: [] });
  const target = join(project.rootDir, 'store/typescript');
  mkdirSync(target, { recursive: true });
  mkdirSync(join(project.rootDir, 'node_modules'));
  symlinkSync(target, join(project.rootDir, 'node_modules/typescript'), 'junction');
  const exports = { './package.json': './package.json' };
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name: 'typescript', version: '9.0.0', exports }));
  expect(findTypeScript(project.rootDir)).toEqual({ kind: 'unsupported', version: '9.0.0' });
});
