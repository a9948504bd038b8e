import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { machineBoundFile } from './machine-bound-imports.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-bound-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  write('node_modules/sharper/package.json', '{ "name": "sharper", "os": ["plan9"] }');
  write('node_modules/plain/package.json', '{ "name": "plain" }');
  write('lib/native.ts', `import { draw } from 'sharper';`);
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  writeFileSync(join(dir, name), text);
}

const find = (specifier: string): string | null => machineBoundFile(join(dir, 'flow.ts'), specifier);

test.each([
  ['directly', `import { draw } from 'sharper';`],
  ['only for its effects', `import 'sharper';`],
  ['by handing it on', `export * from 'sharper';`],
  ['through a file', `import { draw } from './native.ts';`],
  ['through a file without an ending', `import { draw } from './native';`],
  ['through a file as it is compiled', `import { draw } from './native.js';`],
  ['through a folder', `import { draw } from './inner';`],
  ['through the settings of TypeScript', `import { draw } from '@/lib/native';`],
  ['through files in a circle', `import { other } from './circle.ts';\nimport { draw } from './native.ts';`],
])('a file may lead to a package with a binary %s', (_, text) => {
  write('tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }');
  write('lib/inner/index.ts', `export { draw } from '../native.ts';`);
  write('lib/circle.ts', `import './drawing.ts';`);
  write('lib/drawing.ts', text);
  expect(find('./lib/drawing.ts')).toBe(join(dir, 'lib/drawing.ts'));
});

test.each([
  ['other packages', `import { ms } from 'plain';\nimport { join } from 'node:path';`],
  ['types', `import type { Drawing } from 'sharper';\nexport type { Pen } from 'sharper';`],
  ['what is loaded later', `export const draw = async () => (await import('sharper')).draw();`],
  ['files that are not there', `import { gone } from './gone.ts';`],
])('%s do not count', (_, text) => {
  write('lib/drawing.ts', text);
  expect(find('./lib/drawing.ts')).toBeNull();
});

test('a name of a package is no file', () => {
  expect(find('sharper')).toBeNull();
});
