import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hosts } from './hosts.ts';
import { CHARGE, ORDER, SHOP } from './shop-project.ts';
import { createTempProject } from './temp-project.ts';

const APP = `import './lib/effect.ts';
export { order } from './workflows/order.ts';
export { charge } from './lib/payment.ts';
`;
const EFFECT = `(globalThis as { effects?: number }).effects = 1;\n`;

/** The letter is one column wide and two bytes long. */
const WRONG = `/* ä */ export function charge() {\n  'use step';\n}\n`;

const appProject = (files: Record<string, string> = {}) =>
  createTempProject({ ...SHOP, 'app.ts': APP, 'lib/effect.ts': EFFECT, ...files });

describe.each(hosts)('an application that is built with $name', (host) => {
  test('refers to workflows by their id, and keeps steps and all its other code', async () => {
    const project = await appProject();
    const output = project.path('dist/app.mjs');
    await host.build({ rootDir: project.dir, entry: project.path('app.ts'), output });
    const seen = await project.run(`import { charge, order } from './dist/app.mjs';
      const called = await Promise.resolve().then(() => order([1])).catch((error) => error.code);
      const { workflowId } = order;
      console.log(JSON.stringify({ workflowId, called, step: charge.stepId, charged: await charge(3), effects }))`);
    expect(seen).toEqual({
      workflowId: ORDER,
      called: 'workflow_called_directly',
      step: CHARGE,
      charged: { id: 36, amount: 3 },
      effects: 1,
    });
  });

  test.each([
    ['', 'images', 'step_package_broken'],
    [', through files of the project', './lib/pictures.ts', 'step_module_broken'],
  ])('can be loaded where a package without its binary is used by steps only%s', async (_, imported, code) => {
    const settings = '{ "type": "module", "exports": "./index.js", "os": ["plan9"] }';
    const binding = `throw new Error('no binary');\nexport const resize = 1;\n`;
    const project = await appProject({
      'node_modules/images/package.json': settings,
      'node_modules/images/index.js': binding,
      // Not left outside of the bundle: many bundlers load such packages before all else.
      'node_modules/prints/package.json': settings,
      'node_modules/prints/index.js': binding,
      'lib/pictures.ts': `export * from './resizing.ts';\n`,
      'lib/resizing.ts': `import { resize as print } from 'prints';\nexport const resize = (n: any) => (print as any)(n);\n`,
      'app.ts': `import { resize as change } from '${imported}';
export async function show() {\n  'use workflow';\n  return await make();\n}
export async function make() {\n  'use step';\n  return change(1);\n}
export async function other() {\n  'use step';\n  return 2;\n}
`,
    });
    await host.build({ rootDir: project.dir, entry: project.path('app.ts'), output: project.path('dist/app.mjs') });
    const seen = await project.run(`import { make, other, show } from './dist/app.mjs';
      const made = await make().catch((error) => [error.code, error.cause.message]);
      console.log(JSON.stringify([show.workflowId, made, await other()]))`);
    expect(seen).toEqual(['workflow//./app//show', [code, 'no binary'], 2]);
  });

  test('has source maps that lead to the text of the user', async () => {
    const project = await appProject();
    const output = project.path('dist/app.mjs');
    await host.build({ rootDir: project.dir, entry: project.path('app.ts'), output });
    const lines = (await project.read('dist/app.mjs')).split('\n');
    // Bundlers write calls of imports each in their own way.
    const line = lines.findIndex((text) => text.includes('().length'));
    const payload: SourceMapPayload = JSON.parse(await project.read('dist/app.mjs.map'));
    const map = new SourceMap(payload);
    const entry = map.findEntry(line, lines[line]!.indexOf('length'));
    expect(entry).toMatchObject({ originalLine: 4, originalColumn: 28 });
    const { originalSource } = entry as { originalSource: string };
    expect(resolve(dirname(output), originalSource)).toBe(project.path('lib/payment.ts'));
    expect(payload.sourcesContent[payload.sources.indexOf(originalSource)]).toBe(SHOP['lib/payment.ts']);
  });

  test('does not build with a wrong directive, and shows where it is', async () => {
    const project = await appProject({ 'lib/payment.ts': WRONG });
    const build = host.build({
      rootDir: project.dir,
      entry: project.path('app.ts'),
      output: project.path('dist/app.mjs'),
    });
    const failure: unknown = await build.then(
      () => null,
      (error: unknown) => error,
    );
    const [error] = host.errorsOf(failure);
    expect(error!.file).toMatch(/lib\/payment\.ts$/);
    expect(error).toMatchObject({ line: 1, column: host.countsBytes ? 17 : 16 });
    expect(error!.message).toContain('must be async');
    expect(error!.message).toContain('compile_function_sync');
    expect(error!.frame).toMatch(/> ?1 \| .*export function charge\(\)/);
  });

  test('has the ids of steps in packages, which lie somewhere else on other machines', async () => {
    const project = await appProject({
      'node_modules/jobs/package.json': '{ "name": "jobs", "type": "module" }',
      'node_modules/jobs/dist/index.js': `export { send } from './send.js';\n`,
      'node_modules/jobs/dist/send.js': `export async function send() {\n  'use step';\n}\n`,
      // Some bundlers leave out what is imported by the name of a package.
      'app.ts': `export { send } from './node_modules/jobs/dist/index.js';\n`,
    });
    await host.build({ rootDir: project.dir, entry: project.path('app.ts'), output: project.path('dist/app.mjs') });
    expect(await project.run(`import { send } from './dist/app.mjs'; console.log(JSON.stringify(send.stepId))`)).toBe(
      'step//jobs/dist/send//send',
    );
  });

  test('passes through what the builder wrote, which is compiled already', async () => {
    const text = `export const text = "an answer about 'use step'";\n`;
    const project = await appProject({
      '.workflow/steps.mjs': `${text}${WRONG}`,
      'app.ts': `export * from './.workflow/steps.mjs';`,
    });
    const output = project.path('dist/app.mjs');
    await host.build({ rootDir: project.dir, outDir: '.workflow', entry: project.path('app.ts'), output });
    expect(await project.run(`import { text } from './dist/app.mjs'; console.log(JSON.stringify(text))`)).toContain(
      'an answer',
    );
  });
});
