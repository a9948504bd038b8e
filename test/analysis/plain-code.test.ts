/** Code that has nothing to do with workflows, and code that talks about them, hears nothing from the rules. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';

const ROOT = join(import.meta.dirname, '../..');
const FEWEST_FILES = 10;

test.each([
  'agent',
  'cli',
  'compiler',
  'integrations',
  'runtime',
  'ts-plugin',
  'scripts',
  'node_modules/rxjs/src',
  'node_modules/devalue',
  'node_modules/vscode-jsonrpc/lib',
])('nothing is found in %s', (folder) => {
  const rootDir = join(ROOT, folder);
  const names = globSync('**/*.{ts,js}', {
    cwd: rootDir,
    exclude: ['**/node_modules/**', '**/*.d.ts', '**/*.generated.ts'],
  });
  const paths = names.map((name) => join(rootDir, name));
  const project = new Project(new DiskHost({ rootDir, files: () => paths, stamp: () => 'still' }));
  const found = paths.flatMap((path) => analyzeFile(project, path));
  expect(found.map(({ file, code, message }) => ({ file, code, message }))).toEqual([]);
  expect(paths.length).toBeGreaterThan(FEWEST_FILES);
});
