/** Files that pass the names of other files on, some of which need Node. */
import { expect, test } from 'vitest';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { CompileFailure, type Diagnostic } from '../../compiler/diagnostics.ts';
import { evaluateBundle } from './evaluate-bundle.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject, type TempProject } from './temp-project.ts';

const CONFIG = `import { hostname } from 'node:os';
const host = hostname();
export const readHost = () => host;
`;

const FILES = {
  'lib/index.ts': `export { double } from './math';
export * from './texts/index.ts';
export { readHost } from './config.js';
export type { Shape } from './shape.ts';
`,
  'lib/math.ts': `import { loaded } from './loaded.ts';\nloaded.push('math');\nexport const double = (n: number) => 2 * n;\n`,
  'lib/texts/index.ts': `import { loaded } from '../loaded.ts';\nloaded.push('texts');\nexport const a = 1;\n`,
  'lib/shape.ts': `export interface Shape {}\n`,
  'lib/loaded.ts': `export const loaded: string[] = [];\n`,
  'lib/config.ts': CONFIG,
  'workflows/order.ts': `import { double, readHost } from '../lib/index.ts';
import { loaded } from '../lib/loaded.ts';
export async function order() {
  'use workflow';
  return [double(2), ...loaded];
}
export async function host() {
  'use step';
  return readHost();
}
`,
};

async function build(project: TempProject): Promise<BuildResult | readonly Diagnostic[]> {
  try {
    return await builderOf(project).build();
  } catch (error) {
    if (error instanceof CompileFailure) return error.diagnostics;
    throw error;
  }
}

async function order(project: TempProject): Promise<unknown> {
  return await (
    await evaluateBundle(await readBundle(project)).load('workflow//./workflows/order//order')
  )();
}

test('a workflow takes one name: what needs Node is left out and named, all else loads in order', async () => {
  const project = await createTempProject(FILES);
  const builder = builderOf(project);
  const { manifest, warnings } = await builder.build();
  expect(await order(project)).toEqual([4, 'math', 'texts']);
  expect(warnings).toEqual([]);
  expect(manifest.leftOut).toEqual({ 'lib/config.ts': [{ line: 2, reason: 'it needs "node:os"' }] });
  await project.write({ 'lib/config.ts': `// moved\n${CONFIG}` });
  expect((await builder.build()).manifest.leftOut).toEqual({
    'lib/config.ts': [{ line: 3, reason: 'it needs "node:os"' }],
  });
  await project.write({
    'lib/config.ts': `import { loaded } from './loaded.ts';\nloaded.push('config');\nexport const readHost = () => 'h';\n`,
  });
  expect((await builder.build()).manifest.leftOut).toBeUndefined();
  expect(await order(project)).toEqual([4, 'math', 'texts', 'config']);
});

test('it is left out behind another such file too', async () => {
  const project = await createTempProject({
    ...FILES,
    'lib/all.ts': `export * from './index.ts';\n`,
    'workflows/order.ts': FILES['workflows/order.ts'].replace('lib/index', 'lib/all'),
  });
  await build(project);
  expect(await order(project)).toEqual([4, 'math', 'texts']);
});

test('the rest of the file that needs Node does what it does', async () => {
  const config = `import { loaded } from './loaded.ts';\nloaded.push('config');\n${CONFIG}`;
  const project = await createTempProject({ ...FILES, 'lib/config.ts': config });
  await build(project);
  expect(await order(project)).toEqual([4, 'math', 'texts', 'config']);
});

test('it is an error at its place where workflow code uses what it changes, or its names', async () => {
  const changing = `import { loaded } from './loaded.ts';\n${CONFIG}loaded.push(host);\n`;
  expect(await build(await createTempProject({ ...FILES, 'lib/config.ts': changing }))).toEqual([
    expect.objectContaining({ code: 'compile_setup_missing', line: 5 }),
  ]);
  const using = FILES['workflows/order.ts'].replace('double(2)', 'readHost()');
  expect(await build(await createTempProject({ ...FILES, 'workflows/order.ts': using }))).toEqual([
    expect.objectContaining({ code: 'compile_builtin_reached', line: 2 }),
  ]);
});
