import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isMachineBoundFrom } from './machine-bound.ts';

/** A folder that sees a package with these fields, and with these files. */
function folderWith(fields: object, files: readonly string[] = []): string {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-machine-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const installed = join(dir, 'node_modules/images');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'images', ...fields }));
  for (const file of files) writeFileSync(join(installed, file), '');
  return dir;
}

test.each<[string, object, string[]?]>([
  ['packages for each machine', { optionalDependencies: { '@images/linux-x64': '1.0.0' } }],
  ['a tool that finds the binary', { dependencies: { 'node-gyp-build': '1.0.0' } }],
  ['an install script', { scripts: { install: 'prebuild-install || node-gyp rebuild' } }],
  ['a binding.gyp', {}, ['binding.gyp']],
  ['a machine that it is for', { cpu: ['x64'] }],
])('a package with %s has a binary', (_, fields, files) => {
  const dir = folderWith(fields, files);
  expect(isMachineBoundFrom(dir, 'images/resize')).toBe(true);
});

test.each(['images', 'absent', 'node:fs', './images', 'workflow/api'])('%s has none', (specifier) => {
  const dir = folderWith({ dependencies: { words: '1.0.0' }, optionalDependencies: { colors: '1.0.0' } });
  expect(isMachineBoundFrom(dir, specifier)).toBe(false);
});
