import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkModuleType } from './project-builder.ts';
import { type ModuleType, readProject } from './options.ts';

/** The warnings for a compiled application. */
function check(packageJson: string, moduleType: ModuleType): string[] {
  const workingDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-nest-')));
  onTestFinished(() => rmSync(workingDir, { recursive: true, force: true }));
  for (const folder of ['src', 'dist']) mkdirSync(join(workingDir, folder));
  writeFileSync(join(workingDir, 'package.json'), packageJson);
  const warnings: string[] = [];
  const log = { info: () => {}, error: () => {}, warn: (text: string) => void warnings.push(text) };
  checkModuleType(readProject({ workingDir, moduleType }), log);
  return warnings;
}

test('a CommonJS application without "moduleType" gets a warning', () => {
  expect(check('{}', 'es6')).toEqual([expect.stringContaining('set "moduleType" to "commonjs"')]);
});

test.each([
  ['{ "type": "module" }', 'es6'],
  ['{}', 'commonjs'],
] as const)('with %s and %s there is no warning', (packageJson, moduleType) => {
  expect(check(packageJson, moduleType)).toEqual([]);
});
