import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { evaluateModule } from './evaluate-module.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'workflow-evaluate-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
});

function write(name: string, text: string): string {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

it('an evaluated module has the same exports and import.meta as an imported one', async () => {
  write('node_modules/a-package/package.json', '{ "type": "module", "exports": "./index.js" }');
  write('node_modules/a-package/index.js', 'export const name = "a package"; export default 1;');
  const path = write(
    'steps.mjs',
    `import fallback, { name } from 'a-package';
     import { basename } from 'node:path';
     export * from 'a-package';
     export let count = 0;
     export const next = () => ++count;
     export const seen = [fallback, name, basename(import.meta.url), import.meta.dirname];
     export const later = () => import('a-package');`,
  );
  const { seen, next, later, ...rest } = (await evaluateModule(path)) as any;
  expect(seen).toEqual([1, 'a package', 'steps.mjs', dir]);
  expect(rest.name).toBe('a package');
  expect(next()).toBe(1);
  expect((await later()).name).toBe('a package');
});

it('a changed module is evaluated again and shares the instances of its imports', async () => {
  write('node_modules/shared/package.json', '{ "type": "module", "exports": "./index.js" }');
  write('node_modules/shared/index.js', 'export const values = [];');
  const path = write('steps.mjs', `import { values } from 'shared'; values.push(1); export { values };`);
  const first = await evaluateModule(path);
  write('steps.mjs', `import { values } from 'shared'; values.push(2); export { values };`);
  const second = await evaluateModule(path);
  expect(second['values']).toEqual([1, 2]);
  expect(second['values']).toBe(first['values']);
});

it('a replaced module is freed from memory', async () => {
  const path = write('steps.mjs', 'export const steps = new Map([["a", () => 1]]);');
  const gone = new WeakRef(await evaluateModule(path));
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await expect
    .poll(() => {
      collect();
      return gone.deref() === undefined;
    })
    .toBe(true);
});

it('an error in a module names its file', async () => {
  await expect(evaluateModule(write('steps.mjs', 'export const = 1'))).rejects.toThrow(/steps\.mjs/);
});

it('the stack of an error shows the place in the file, or in the source if the file has a map', async () => {
  const path = write(
    'dist/steps.mjs',
    `import { basename } from 'node:path';\n\nthrow new Error(basename('no database'))`,
  );
  const stackOf = async () => await evaluateModule(path).catch((error: Error) => error.stack);
  expect(await stackOf()).toContain(`${path}:3:7`);
  // Line 3, column 7, is line 5, column 3, of the source.
  const map = { version: 3, sources: ['../src/pay.ts'], names: [], mappings: ';;MAIE' };
  write('dist/steps.mjs.map', JSON.stringify(map));
  expect(await stackOf()).toContain(`${join(dir, 'src/pay.ts')}:5:3`);
});
