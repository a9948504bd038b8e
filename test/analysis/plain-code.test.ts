/** Code that has nothing to do with workflows, and code that talks about them, hears nothing from the rules. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeFile } from '../../src/analysis/analyze-file.ts';
import { DiskHost } from '../../src/analysis/hosts/disk-host.ts';
import { Project } from '../../src/analysis/project.ts';

const ROOT = join(import.meta.dirname, '../..');
const FEWEST_FILES = 100;

test.each([
  'src',
  'src/agent',
  'scripts',
  'node_modules/rxjs/src',
  'node_modules/devalue',
  'node_modules/vscode-jsonrpc/lib',
])('nothing is found in %s', { timeout: 60_000 }, (folder) => {
  const rootDir = join(ROOT, folder);
  const names = globSync('**/*.{ts,js}', {
    cwd: rootDir,
    // Agents are a library for workflows of others.
    exclude: ['**/node_modules/**', '**/*.d.ts', '**/*.generated.ts', ...(folder === 'src' ? ['agent/**'] : [])],
  });
  const paths = names.map((name) => join(rootDir, name));
  const project = new Project(new DiskHost({ rootDir, files: () => paths, stamp: () => 'still' }));
  const found = paths.flatMap((path) => analyzeFile(project, path));
  expect(found.map(({ file, code, message }) => ({ file, code, message }))).toEqual([]);
  if (folder === 'src') expect(paths.length).toBeGreaterThan(FEWEST_FILES);
});
