import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compiledFiles, unlessEdited } from './loaded-files.ts';

/** A project with these files. */
function makeProject(...files: string[]): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-nest-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), '');
  }
  return dir;
}

test.each([
  ['src/orders/charge.ts', 'dist/orders/charge.js'],
  ['src/page.tsx', 'dist/page.js'],
  ['src/legacy.cts', 'dist/legacy.cjs'],
  ['src/modern.mts', 'dist/modern.mjs'],
  ['src/plain.js', 'dist/plain.js'],
  // A compiler whose root is the project's.
  ['src/whole.ts', 'dist/src/whole.js'],
])('for %s the application loads %s', (source, compiled) => {
  const rootDir = makeProject(source, compiled);
  const find = compiledFiles({ rootDir, distDir: join(rootDir, 'dist') });
  expect(find(join(rootDir, source))).toBe(join(rootDir, compiled));
});

test('for an uncompiled source the application loads nothing', () => {
  const rootDir = makeProject('src/new.ts', 'dist/old.js');
  expect(compiledFiles({ rootDir, distDir: join(rootDir, 'dist') })(join(rootDir, 'src/new.ts'))).toBeNull();
});

test('an edited source is not reused from the process', () => {
  const rootDir = makeProject('src/edited.ts', 'src/kept.ts');
  const [edited, kept] = ['edited', 'kept'].map((name) => join(rootDir, `src/${name}.ts`));
  utimesSync(kept!, 0, 0);
  const find = unlessEdited((source) => source);
  expect([find(edited!), find(kept!)]).toEqual([null, kept]);
});
