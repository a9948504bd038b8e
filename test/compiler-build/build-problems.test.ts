import { describe, expect, test } from 'vitest';
import { CompileFailure, type Diagnostic } from '../../compiler/diagnostics.ts';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

/** The diagnostics of a build that fails. */
async function problemsOf(files: Record<string, string>): Promise<readonly Diagnostic[]> {
  const project = await createTempProject(files);
  const failure: unknown = await builderOf(project)
    .build()
    .catch((error: unknown) => error);
  if (!(failure instanceof CompileFailure)) throw new Error('The build did not fail as expected.', { cause: failure });
  return failure.diagnostics;
}

const workflow = (imports: string, body: string): string =>
  `${imports}\nexport async function order() {\n  'use workflow';\n  ${body}\n}\n`;

describe("Node's modules in workflow code", () => {
  const CHAIN = {
    'workflows/order.ts': workflow(`import { middle } from '../src/middle.ts';`, 'return middle();'),
    'src/middle.ts': `export { deep as middle } from './deep/helper.ts';\n`,
    'src/deep/helper.ts': `import { createHash } from 'node:crypto';

export function deep() {
  return createHash('sha256').digest('hex');
}
`,
  };

  test('are refused at the place of use, with the way by which it is reached and what to do', async () => {
    const [problem, ...others] = await problemsOf(CHAIN);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'compile_builtin_reached', line: 4, column: 10 });
    expect(problem!.file).toMatch(/src\/deep\/helper\.ts$/);
    expect(problem!.frame).toContain(`> 4 |   return createHash('sha256').digest('hex');\n    |          ^`);
    expect(problem!.message).toContain('"createHash" of "node:crypto"');
    expect(problem!.message).toContain(
      'Imported by workflows/order.ts:1:24 → src/middle.ts:1:32 → src/deep/helper.ts:1:28.',
    );
    expect(problem!.fix).toContain(`'use step'`);
  });

  test('are no problem where only steps use them', async () => {
    const project = await createTempProject({
      'workflows/order.ts': `import { readFile } from 'node:fs/promises';
import { hash } from '../src/hash.ts';
async function load(path: string) {
  'use step';
  return hash(await readFile(path, 'utf8'));
}
export async function order() {
  'use workflow';
  return await load('a');
}
`,
      'src/hash.ts': `import { createHash } from 'crypto';\nexport const hash = (text: string) => createHash('sha256').update(text).digest('hex');\n`,
    });
    await expect(builderOf(project).build()).resolves.toMatchObject({ changed: true });
  });

  test('are no problem in parts of a module that no workflow uses', async () => {
    const project = await createTempProject({
      'workflows/order.ts': workflow(`import { pure } from '../src/both.ts';`, 'return pure();'),
      'src/both.ts': `import { readFileSync } from 'node:fs';
import * as os from 'node:os';
export const pure = () => 1;
export const impure = () => readFileSync(os.tmpdir());
`,
    });
    await expect(builderOf(project).build()).resolves.toMatchObject({ changed: true });
  });

  test('are shown at the import of the package that uses them', async () => {
    const [problem] = await problemsOf({
      'node_modules/reader/package.json': '{ "name": "reader", "type": "module", "main": "index.js" }',
      'node_modules/reader/index.js': `import fs from 'fs';\nexport const read = () => fs.readFileSync('x');\n`,
      'workflows/order.ts': workflow(`import { read } from 'reader';`, 'return read();'),
    });
    expect(problem).toMatchObject({ code: 'compile_builtin_reached', line: 1, column: 22 });
    expect(problem!.file).toMatch(/workflows\/order\.ts$/);
    expect(problem!.message).toContain('workflows/order.ts:1:22 → node_modules/reader/index.js:1:16');
  });

  test('are found behind "require" in packages', async () => {
    const [problem] = await problemsOf({
      'node_modules/old/package.json': '{ "name": "old", "main": "index.js" }',
      'node_modules/old/index.js': `const os = require('os');\nmodule.exports = { host: () => os.hostname() };\n`,
      'workflows/order.ts': workflow(`import old from 'old';`, 'return old.host();'),
    });
    expect(problem).toMatchObject({ code: 'compile_builtin_reached', line: 1, column: 17 });
    expect(problem!.message).toContain('node_modules/old/index.js:1:20');
  });

  test('are all shown at once', async () => {
    const problems = await problemsOf({
      'workflows/order.ts': workflow(
        `import { hostname } from 'node:os';\nimport { sep } from 'node:path';`,
        'return hostname() + sep;',
      ),
    });
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [5, 10],
      [5, 23],
    ]);
  });
});

describe('problems of a build', () => {
  test('of all files are shown at once', async () => {
    const problems = await problemsOf({
      'workflows/a.ts': `export function a() {\n  'use step';\n}\n`,
      'workflows/b.ts': `export function b() {\n  'use workflow';\n}\n`,
    });
    expect(problems.map(({ file, code }) => [file.slice(-4), code])).toEqual([
      ['a.ts', 'compile_function_sync'],
      ['b.ts', 'compile_function_sync'],
    ]);
  });

  test('hold misspelled directives in the folders of workflows, even when nothing else is there', async () => {
    const [problem] = await problemsOf({ 'workflows/a.ts': `export async function a() {\n  'use worflow';\n}\n` });
    expect(problem).toMatchObject({ code: 'compile_directive_misspelled', line: 2, column: 3 });
  });

  test('hold those of modules outside these folders', async () => {
    const [problem] = await problemsOf({
      'workflows/order.ts': workflow(`import { step } from '../lib/step.ts';`, 'return await step();'),
      'lib/step.ts': `export function step() {\n  'use step';\n}\n`,
    });
    expect(problem).toMatchObject({ code: 'compile_function_sync', line: 1 });
  });

  test('hold ids that two files share, because a run could get the wrong code', async () => {
    const step = `export async function send() {\n  'use step';\n}\n`;
    const [problem] = await problemsOf({ 'workflows/mail.js': step, 'workflows/mail.ts': step });
    expect(problem).toMatchObject({ code: 'compile_id_duplicate', line: 1 });
    expect(problem!.file).toMatch(/mail\.ts$/);
    expect(problem!.message).toContain('workflows/mail.js:1');
  });

  test('hold packages with steps that are installed twice, and say how to have one', async () => {
    const counters = (folder: string) => ({
      [`${folder}/counters/package.json`]: '{ "name": "counters", "type": "module", "exports": "./index.js" }',
      [`${folder}/counters/index.js`]: `export async function count() {\n  'use step';\n}\n`,
    });
    const [problem] = await problemsOf({
      ...counters('node_modules'),
      ...counters('node_modules/dep/node_modules'),
      'node_modules/dep/package.json': '{ "name": "dep", "type": "module", "exports": "./index.js" }',
      'node_modules/dep/index.js': `export { count as other } from 'counters';\n`,
      'workflows/a.ts': workflow(
        `import { count } from 'counters'; import { other } from 'dep';`,
        'await count(); await other();',
      ),
    });
    expect(problem).toMatchObject({ code: 'compile_id_duplicate', line: 1 });
    expect(problem!.message).toMatch(/at node_modules\/.*"counters" is there twice.*npm dedupe/s);
  });

  test('hold ids of classes that two files share, because an instance could come back as the wrong one', async () => {
    const money = `import { WORKFLOW_SERIALIZE } from 'workflow';
export class Money {
  static [WORKFLOW_SERIALIZE]() {}
}
`;
    const [problem] = await problemsOf({ 'workflows/money.js': money, 'workflows/money.ts': money });
    expect(problem).toMatchObject({ code: 'compile_id_duplicate', line: 2, column: 8 });
    expect(problem!.message).toContain('workflows/money.js:2');
  });

  test('hold imports that lead nowhere, at the import in the text of the user', async () => {
    const [problem] = await problemsOf({
      'workflows/order.ts': workflow(`import { gone } from './gone.ts';`, 'return gone();'),
    });
    expect(problem).toMatchObject({ code: 'compile_import_unresolved', line: 1, column: 22 });
    expect(problem!.message).toContain('"./gone.ts"');
  });

  test('hold packages that are not installed', async () => {
    const [problem] = await problemsOf({
      'workflows/order.ts': workflow(`import { gone } from 'not-installed';`, 'return gone();'),
    });
    expect(problem).toMatchObject({ code: 'compile_import_unresolved', line: 1, column: 22 });
  });

  test('hold names that a module does not export', async () => {
    const [problem] = await problemsOf({
      'workflows/order.ts': workflow(`import { gone } from '../lib/there.ts';`, 'return gone();'),
      'lib/there.ts': 'export const there = 1;',
    });
    expect(problem).toMatchObject({ code: 'compile_bundle_failed', line: 1, column: 10 });
    expect(problem!.message).toContain('"gone" is not exported by "lib/there.ts"');
  });

  test('hold waiting at the top level, which a run cannot do before it begins', async () => {
    const [problem] = await problemsOf({
      'workflows/order.ts': workflow(`import { value } from '../lib/value.ts';`, 'return value;'),
      'lib/value.ts': `export const value = await Promise.resolve(1);\n`,
    });
    expect(problem).toMatchObject({ code: 'compile_await_toplevel', line: 1, column: 22 });
  });
});

describe('warnings of a build', () => {
  test('tell of steps whose ids will not last, once for each', async () => {
    const project = await createTempProject({
      'workflows/order.ts': `const run = <T>(fn: () => Promise<T>) => fn();
export async function order() {
  'use workflow';
  return await run(async () => {
    'use step';
    return 1;
  });
}
`,
    });
    const { warnings } = await builderOf(project).build();
    expect(warnings.map(({ severity, line }) => [severity, line])).toEqual([['warning', 4]]);
  });

  test('tell of "import.meta" in workflow code', async () => {
    const project = await createTempProject({ 'workflows/order.ts': workflow('', 'return import.meta.url;') });
    const { warnings } = await builderOf(project).build();
    expect(warnings).toMatchObject([{ severity: 'warning', code: 'compile_import_meta', line: 4, column: 10 }]);
  });

  test('tell, once, of a "tsconfig.json" that extends a file which its framework has yet to generate', async () => {
    const project = await createTempProject({
      'workflows/order.ts': workflow('', 'return 1;'),
      'tsconfig.json': '{ "extends": "./.generated/tsconfig.json" }',
    });
    const { warnings, manifest } = await builderOf(project).build();
    expect(warnings).toMatchObject([{ severity: 'warning', code: 'compile_tsconfig_unreadable' }]);
    expect(Object.keys(manifest.workflows)).toEqual(['workflows/order.ts']);
  });
});

describe('files that are no source of workflows', () => {
  test.each(['workflows/order.test.ts', 'workflows/order.d.ts', 'workflows/__tests__/a.ts', 'workflows/.cache/a.ts'])(
    '%s is not looked at',
    async (name) => {
      const project = await createTempProject({ [name]: `export function broken() {\n  'use step';\n}\n` });
      expect((await builderOf(project).build()).manifest.steps).toEqual({});
    },
  );

  test('a project without the folder builds to nothing', async () => {
    const project = await createTempProject({});
    expect((await builderOf(project).build()).manifest).toMatchObject({ workflows: {}, steps: {} });
  });
});
