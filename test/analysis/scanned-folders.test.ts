/** Workflows in a place that the build does not look at are told, and only those. */
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { parseFixture, writeFixture } from './fixture.ts';

const PROJECT = `// @file workflows/order.ts
import { charge } from '../lib/index';
export async function order() {
  'use workflow';
  return await charge();
}
// @file lib/index.ts
export * from './imported';
// @file lib/imported.ts
export async function charge() {
  'use step';
}
// @file lib/alone.ts
export async function send() {
  'use step';
}
// @file lib/alone.test.ts
export async function inTest() {
  'use step';
}
// @file app/plain.ts
export const text = 'use step';
`;

function unscannedFiles(dirs?: readonly string[]): string[] {
  using written = writeFixture(parseFixture(PROJECT));
  const { rootDir, paths } = written;
  const absolute = dirs?.map((dir) => join(rootDir, dir));
  const project = new Project(new DiskHost({ rootDir, files: () => paths, ...(absolute && { dirs: absolute }) }));
  return paths
    .flatMap((path) => analyzeFile(project, path))
    .filter(({ code }) => code === 'directive_file_unscanned')
    .map(({ file }) => basename(file));
}

test('a file outside of the folders that nothing inside imports has directives without effect', () => {
  expect(unscannedFiles(['workflows'])).toEqual(['alone.ts']);
});

test('files in the folders are seen', () => {
  expect(unscannedFiles(['workflows', 'lib'])).toEqual([]);
});

test('nothing is reported when the folders are not known', () => {
  expect(unscannedFiles()).toEqual([]);
});
