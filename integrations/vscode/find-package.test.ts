import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPackage } from './find-package.ts';

const OURS = { name: 'workflow', main: './dist/ts-plugin/index.cjs', bin: { workflow: './dist/cli/bin.js' } };

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-vscode-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function install(folder: string, manifest: object): string {
  const path = join(root, folder, 'node_modules/workflow');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package.json'), JSON.stringify(manifest));
  return path;
}

test('the nearest package above a file counts', () => {
  install('.', OURS);
  const inner = install('packages/app', OURS);
  expect(findPackage(join(root, 'packages/app/src/deep'))).toEqual({
    root: join(root, 'packages/app'),
    bin: join(inner, 'dist/cli/bin.js'),
    plugin: join(inner, 'dist/ts-plugin/index.cjs'),
  });
  expect(findPackage(join(root, 'packages/other'))?.root).toBe(root);
});

test('a package that is linked from a store is started where its dependencies are', () => {
  const store = install('store', OURS);
  mkdirSync(join(root, 'app/node_modules'), { recursive: true });
  symlinkSync(store, join(root, 'app/node_modules/workflow'), 'dir');
  expect(findPackage(join(root, 'app'))?.bin).toBe(join(store, 'dist/cli/bin.js'));
});

test('another package of this name is passed over', () => {
  install('.', OURS);
  install('app', { name: 'workflow', main: 'index.js', bin: { workflow: './cli.js' } });
  expect(findPackage(join(root, 'app'))?.root).toBe(root);
  expect(findPackage(tmpdir())).toBeNull();
});
