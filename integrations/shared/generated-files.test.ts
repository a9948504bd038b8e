import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { writeGeneratedFiles } from './generated-files.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'workflow-generated-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
});

it('generated files are written to the requested folder, and git ignores them', () => {
  writeGeneratedFiles(dir, { 'webhook/route.js': 'code' });
  expect(readFileSync(join(dir, 'webhook/route.js'), 'utf8')).toBe('code');
  expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe('*\n');
});

it('a file with unchanged content is not written again, so watchers see no change', () => {
  writeGeneratedFiles(dir, { 'route.js': 'one' });
  const before = statSync(join(dir, 'route.js'), { bigint: true });
  writeGeneratedFiles(dir, { 'route.js': 'one' });
  expect(statSync(join(dir, 'route.js'), { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs });
  writeGeneratedFiles(dir, { 'route.js': 'two' });
  expect(readFileSync(join(dir, 'route.js'), 'utf8')).toBe('two');
  expect(readdirSync(dir).toSorted()).toEqual(['.gitignore', 'route.js']);
});
