/** Imports of packages in the step bundle: what they mean, and which of them may fail. */
import { rm, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const RUN = `import { loadSteps } from './.workflow/steps.mjs';
const steps = await loadSteps();
const results = {};
for (const [name, { fn }] of steps)
  results[name.split('//').at(-1)] = await Promise.resolve().then(() => fn(1)).catch((error) => error.code ?? error.message);
console.log(JSON.stringify(results));`;

const step = (name: string, value: string): string =>
  `export async function ${name}(n: number) {\n  'use step';\n  return ${value};\n}\n`;

const esm = (name: string, code: string, more: object = {}): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, type: 'module', exports: './index.js', ...more }),
  [`node_modules/${name}/index.js`]: code,
});

test('names of packages mean what they mean in the source, wherever they stand', async () => {
  const project = await createTempProject({
    ...esm(
      'counter',
      `export let count = 0;
export function next() { count += 1; return this === undefined; }
export default class Counter { static of = (...parts) => parts[0].raw[0]; }
export { count as 'the count' };`,
    ),
    'lib.ts': `import { count } from 'counter';
export const early = () => count;
export { next as again } from 'counter';
export * from 'counter';`,
    'workflows/count.ts': `import Counter, { next, count as total, 'the count' as quoted } from 'counter';
import * as all from 'counter';
import { again, early, count as other } from '../lib.ts';
${step('called', '[next(), next?.(), total, early(), other, quoted]')}
${step('kept', '((held) => [Object.keys(held), held.total === all.count])({ next, total })')}
${step('classes', '[new Counter() instanceof all.default, Counter.of`a`, again === all.next]')}
${step('shadowed', '((next: number, { total = next } = {}) => next + total)(n)')}
`,
  });
  await builderOf(project).build();
  expect(await project.run(RUN)).toEqual({
    called: [true, true, 2, 2, 2, 2],
    kept: [['next', 'total'], true],
    classes: [true, 'a', true],
    shadowed: 2,
  });
});

test('a CommonJS package gives the properties that Node cannot see from outside', async () => {
  const project = await createTempProject({
    'node_modules/old/package.json': '{ "name": "old", "main": "index.js" }',
    'node_modules/old/index.js': `const make = () => ({ hidden: (n) => n + 1 });\nmodule.exports = make();`,
    'workflows/old.ts': `import { hidden, absent } from 'old';\n${step('reads', 'hidden(n)')}${step('misses', 'absent(n)')}`,
  });
  await builderOf(project).build();
  expect(await project.run(RUN)).toEqual({ reads: 2, misses: 'step_package_broken' });
});

test('a package with passable classes need not see this one from where it lies', async () => {
  const store = await createTempProject({
    'shapes/package.json': '{ "name": "shapes", "type": "module", "exports": "./index.js" }',
    'shapes/index.js': `export class Point {
  static [Symbol.for('workflow-serialize')]() { return {}; }
  static [Symbol.for('workflow-deserialize')]() { return new Point(); }
}`,
  });
  const project = await createTempProject({
    'workflows/draw.ts': `import { Point } from 'shapes';\n${step('draws', 'new Point() instanceof Point')}`,
  });
  await rm(store.path('node_modules'), { recursive: true, force: true });
  await symlink(store.path('shapes'), project.path('node_modules/shapes'), 'junction');
  await builderOf(project).build();
  expect(await project.run(RUN)).toEqual({ draws: true });
});

const BROKEN = `throw new Error('no binary');`;
const USES = {
  'workflows/images.ts': `import { resize } from 'images';
import { words } from 'words';
${step('resizes', 'resize(n)')}${step('counts', 'words(n)')}`,
  'workflows/key.ts': `if (!process.env.KEY) throw new Error('no key');\n${step('signs', 'n')}`,
  'workflows/mail.ts': step('sends', 'n'),
  ...esm('words', 'export const words = (n) => n; export const unused = 1;'),
};

describe('what cannot be loaded fails only the steps that need it', () => {
  const expected = { resizes: 'step_package_broken', counts: 1, signs: 'step_module_broken', sends: 1 };

  test('any package, where Node loads the bundle', async () => {
    const project = await createTempProject({ ...USES, ...esm('images', `export const resize = 1;${BROKEN}`) });
    await builderOf(project).build();
    expect(await project.run(RUN)).toEqual(expected);
  });

  test('a package that is not there at all', async () => {
    const project = await createTempProject(USES);
    await builderOf(project).build();
    expect(await project.run(RUN)).toEqual(expected);
  });

  test('unless the caller refuses such a file', async () => {
    const project = await createTempProject(USES);
    await builderOf(project).build();
    const strict = `import { loadSteps } from './.workflow/steps.mjs';
console.log(JSON.stringify(await loadSteps({ refuses: (file) => file === 'workflows/key.ts' }).catch((error) => error.message)));`;
    expect(await project.run(strict)).toBe('no key');
  });
});
