import { symlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createBuilder } from '../../compiler/build/builder.ts';
import { builderOf } from './project-builder.ts';
import { CHARGE, NOTIFY, SHOP } from './shop-project.ts';
import { createTempProject, type TempProject } from './temp-project.ts';

describe('the step bundle', () => {
  const RUN = (body: string): string =>
    `import { loadSteps } from './.workflow/steps.mjs'; const steps = await loadSteps(); ${body}`;

  test('registers every step with its code', async () => {
    const project = await createTempProject(SHOP);
    await builderOf(project).build();
    const code = RUN(
      `const { kind, fn } = steps.get('${CHARGE}'); console.log(JSON.stringify([[...steps.keys()], kind, await fn(5)]))`,
    );
    expect(await project.run(code)).toEqual([[CHARGE, NOTIFY], 'function', { id: 36, amount: 5 }]);
  });

  test('takes along files that steps name beside themselves, and builds anew when they change', async () => {
    const project = await createTempProject({
      'workflows/rates.ts': `import { readFile } from 'node:fs/promises';
import { helper } from '../lib/helper.ts';
export async function rates() {
  'use step';
  const url = new URL('./rates 1.json', import.meta.url);
  return [JSON.parse(await readFile(url, 'utf8')), url.pathname.endsWith('/rates%201.json'), await helper()];
}
`,
      'workflows/rates 1.json': '{ "EUR": 1 }',
      'lib/helper.ts': `import { readFileSync } from 'node:fs';
const other = new URL('.', import.meta.url);
export const helper = () => [...readFileSync(new URL("../data.bin", import.meta.url)), typeof other];
`,
      'data.bin': 'ab',
    });
    const builder = builderOf(project);
    await builder.build();
    const code = RUN(`const [{ fn }] = steps.values(); console.log(JSON.stringify(await fn()))`);
    expect(await project.run(code)).toEqual([{ EUR: 1 }, true, [97, 98, 'object']]);
    await project.write({ 'workflows/rates 1.json': '{ "EUR": 2 }' });
    await builder.build();
    expect(await project.run(code)).toEqual([{ EUR: 2 }, true, [97, 98, 'object']]);
  });

  test('refuses what it cannot take along, at its place', async () => {
    const project = await createTempProject({
      'workflows/mail.ts': `export async function template() {
  'use step';
  return [new URL('./templates', import.meta.url), new URL('./worker.ts', import.meta.url)];
}
`,
      'workflows/templates/hello.txt': 'Hello',
      'workflows/worker.ts': 'export {};',
    });
    await expect(builderOf(project).build()).rejects.toMatchObject({
      diagnostics: [
        { code: 'compile_step_file', index: 59 },
        { code: 'compile_step_file', index: 100 },
      ],
    });
  });

  test('gives nested steps what they captured', async () => {
    const project = await createTempProject({
      'workflows/nested.ts': `export async function outer(factor: number) {
  'use workflow';
  const times = async (n: number) => {
    'use step';
    return n * factor;
  };
  return await times(2);
}
`,
    });
    await builderOf(project).build();
    const code = RUN(
      `const [{ kind, create }] = steps.values(); console.log(JSON.stringify([kind, await create({ factor: 21 })(2)]))`,
    );
    expect(await project.run(code)).toEqual(['closure', 42]);
  });

  test('leaves packages to the run time, so that steps share them with the application', async () => {
    const project = await createTempProject({
      'node_modules/counter/package.json': '{ "name": "counter", "main": "index.js" }',
      'node_modules/counter/index.js': 'exports.state = { calls: 0 };',
      'workflows/count.ts': `import { state } from 'counter';\nexport async function count() {\n  'use step';\n  return ++state.calls;\n}\n`,
    });
    await builderOf(project).build();
    const code = RUN(
      `import { state } from 'counter'; const [{ fn }] = steps.values(); await fn(); console.log(JSON.stringify(state))`,
    );
    expect(await project.run(code)).toEqual({ calls: 1 });
  });

  test('loads files of packages that are imported without their ending', async () => {
    const project = await createTempProject({
      'node_modules/dates/package.json': '{ "name": "dates" }',
      'node_modules/dates/plugin/utc.js': 'exports.zone = "utc";',
      'workflows/zone.ts': `import { zone } from 'dates/plugin/utc';\nexport async function zoneOf() {\n  'use step';\n  return zone;\n}\n`,
    });
    await builderOf(project).build();
    expect(await project.run(RUN(`const [{ fn }] = steps.values(); console.log(JSON.stringify(await fn()))`))).toBe(
      'utc',
    );
  });

  test('takes the steps that a package brings along', async () => {
    const project = await createTempProject({
      'node_modules/mailer/package.json':
        '{ "name": "mailer", "type": "module", "exports": "./index.js", "sideEffects": false }',
      'node_modules/mailer/index.js': `export { send } from './send.js';`,
      'node_modules/mailer/send.js': `export async function send(to) {\n  'use step';\n  return 'sent to ' + to;\n}\n`,
      'workflows/mail.ts': `import { send } from 'mailer';\nexport async function mail(to: string) {\n  'use workflow';\n  return await send(to);\n}\n`,
    });
    await builderOf(project).build();
    const code = RUN(`const [[name, { fn }]] = steps; console.log(JSON.stringify([name, await fn('Ann')]))`);
    expect(await project.run(code)).toEqual(['step//mailer/send//send', 'sent to Ann']);
  });

  test('holds code of packages of the same repository, which is source code like the rest', async () => {
    const project = await createTempProject({
      'packages/money/package.json': '{ "name": "money", "type": "module", "exports": "./index.ts" }',
      'packages/money/index.ts': `export enum Currency { Euro = 'EUR' }\n`,
      'workflows/pay.ts': `import { Currency } from 'money';\nexport async function pay() {\n  'use step';\n  return Currency.Euro;\n}\n`,
    });
    await symlink(project.path('packages/money'), project.path('node_modules/money'), 'dir');
    await builderOf(project).build();
    expect(await project.run(RUN(`const [{ fn }] = steps.values(); console.log(JSON.stringify(await fn()))`))).toBe(
      'EUR',
    );
  });

  test('holds packages that only another package has, at its own version', async () => {
    const version = (text: string): string => `export const version = '${text}';\n`;
    const project = await createTempProject({
      'node_modules/mailer/package.json': '{ "name": "mailer", "type": "module", "exports": "./index.js" }',
      'node_modules/mailer/index.js': `import { version } from 'smtp';\nexport async function send() {\n  'use step';\n  return version;\n}\n`,
      'node_modules/mailer/node_modules/smtp/package.json':
        '{ "name": "smtp", "type": "module", "exports": "./index.js" }',
      'node_modules/mailer/node_modules/smtp/index.js': version('1'),
      'node_modules/smtp/package.json': '{ "name": "smtp", "type": "module", "exports": "./index.js" }',
      'node_modules/smtp/index.js': version('2'),
      'workflows/mail.ts': `import { send } from 'mailer';\nexport async function mail() {\n  'use workflow';\n  return await send();\n}\n`,
    });
    await builderOf(project).build();
    expect(await project.run(RUN(`const [{ fn }] = steps.values(); console.log(JSON.stringify(await fn()))`))).toBe(
      '1',
    );
  });

  test('keeps the imports that a host gives a meaning to', async () => {
    const project = await createTempProject({
      'src/storage.ts': `export const storage = 'the wrong one';\n`,
      'workflows/keep.ts': `import { storage } from '#storage';
import { settings } from 'virtual:settings';
export async function keep() {
  'use step';
  return [storage, settings];
}
`,
    });
    const alias = { '#storage': project.path('src/storage.ts') };
    await createBuilder({ rootDir: project.dir, outDir: '.workflow', alias, external: ['#storage'] }).build();
    const steps = await project.read('.workflow/steps.mjs');
    expect(steps).toContain('from "#storage"');
    expect(steps).toContain('from "virtual:settings"');
  });

  test('resolves the aliases of the host', async () => {
    const project = await createTempProject({
      'src/format.ts': `export const format = (n: number) => '#' + n;`,
      'workflows/alias.ts': `import { format } from '~/format';\nexport async function label(n: number) {\n  'use step';\n  return format(n);\n}\n`,
    });
    await createBuilder({ rootDir: project.dir, outDir: '.workflow', alias: { '~': project.path('src') } }).build();
    expect(await project.run(RUN(`const [{ fn }] = steps.values(); console.log(JSON.stringify(await fn(7)))`))).toBe(
      '#7',
    );
  });

  test('shows errors of steps at the line of the user', async () => {
    const project = await createTempProject({
      'workflows/fail.ts': `// one\n// two\nexport async function fail() {\n  'use step';\n  throw new Error('here');\n}\n`,
    });
    await builderOf(project).build();
    const code = `process.setSourceMapsEnabled(true);
      const { loadSteps } = await import('./.workflow/steps.mjs');
      const steps = await loadSteps();
      const [{ fn }] = steps.values();
      console.log(JSON.stringify(await fn().catch((error) => error.stack)))`;
    expect(await project.run(code)).toContain(`${project.path('workflows/fail.ts')}:5:9`);
  });

  describe('with an application that has its modules loaded already', () => {
    const SOURCES = {
      'src/state.ts': `export const state: { calls: number } = { calls: 0 };\nexport default 'the source';\n`,
      'src/workflows/count.ts': `import kind, { state } from '../state.ts';
import { audit } from '../audit.ts';
export async function count() {
  'use step';
  return [++state.calls, kind, await audit()];
}
`,
      // Holds a step, so it must be registered, wherever it stands.
      'src/audit.ts': `export async function audit() {\n  'use step';\n  return 'audited';\n}\n`,
    };
    const loadedFile = (project: TempProject) => (source: string) =>
      source === project.path('src/audit.ts') || source === project.path('src/state.ts')
        ? project.path(`dist/${basename(source, '.ts')}.js`)
        : null;

    test('uses the modules that the application has loaded', async () => {
      const project = await createTempProject({
        ...SOURCES,
        'dist/state.js': `export const state = { calls: 0 };\nexport default 'the application';\n`,
      });
      const options = {
        rootDir: project.dir,
        dirs: ['src/workflows'],
        outDir: '.workflow',
        loadedFile: loadedFile(project),
      };
      const { manifest } = await createBuilder(options).build();
      expect(Object.keys(manifest.steps)).toEqual(['src/audit.ts', 'src/workflows/count.ts']);
      const code = RUN(`import { state } from './dist/state.js';
        const { fn } = steps.get('step//./src/workflows/count//count');
        console.log(JSON.stringify([await fn(), state.calls]));`);
      expect(await project.run(code)).toEqual([[1, 'the application', 'audited'], 1]);
    });

    test('requires them, and packages, where the application does', async () => {
      const project = await createTempProject({
        ...SOURCES,
        'package.json': '{}',
        'node_modules/twofold/package.json':
          '{ "name": "twofold", "exports": { "import": "./index.mjs", "require": "./index.cjs" } }',
        'node_modules/twofold/index.mjs': `export const form = 'imported';\n`,
        'node_modules/twofold/index.cjs': `exports.form = 'required';\n`,
        'src/workflows/form.ts': `import { form } from 'twofold';
export async function formOf() {
  'use step';
  return form;
}
`,
        'dist/state.js': `exports.__esModule = true;\nexports.state = { calls: 0 };\nexports.default = 'the application';\n`,
      });
      const options = {
        rootDir: project.dir,
        dirs: ['src/workflows'],
        outDir: '.workflow',
        loadedFile: loadedFile(project),
      };
      await createBuilder({ ...options, loadWith: 'require' }).build();
      const code = RUN(`import { createRequire } from 'node:module';
        const { state } = createRequire(import.meta.resolve('./index.js'))('./dist/state.js');
        const run = (name) => steps.get('step//./src/workflows/' + name).fn();
        console.log(JSON.stringify([await run('count//count'), state.calls, await run('form//formOf')]));`);
      expect(await project.run(code)).toEqual([[1, 'the application', 'audited'], 1, 'required']);
    });
  });
});

test('files that say for a host where they belong build without a word, and nothing of that is left', async () => {
  const project = await createTempProject({
    'workflows/order.ts': `import 'server-only';
import { save } from '../lib/actions.ts';
export async function order() {
  'use workflow';
  await book();
}
export async function book() {
  'use step';
  return await save();
}
`,
    'lib/actions.ts': `'use server';\nimport 'server-only';\nexport async function save() { return 'saved'; }\n`,
  });
  const { warnings } = await builderOf(project).build();
  expect(warnings).toEqual([]);
  expect(await project.read('.workflow/steps.mjs')).not.toContain('server-only');
});

test('a bundle is a layer with its errors, also those of CommonJS files; kept for older runs, it is not in use', async () => {
  const project = await createTempProject({
    'lib/denied.ts': `export class Denied extends Error {}\n`,
    'lib/refused.cjs': `class Refused extends Error {}\nmodule.exports = { Refused };\n`,
    'workflows/pay.ts': `import { Denied } from '../lib/denied.ts';
import refused from '../lib/refused.cjs';
export async function flow() { 'use workflow'; await pay(); }
export async function pay() { 'use step'; throw Math.random() > 1 ? new Denied() : new refused.Refused(); }
`,
  });
  await builderOf(project).build();
  const found = await project.run(`const layers = () => [...(globalThis[Symbol.for('workflow.layers')] ?? [])];
const kept = await (await import('./.workflow/steps.mjs?kept')).loadSteps({ isKept: true });
const before = layers().length;
const steps = await (await import('./.workflow/steps.mjs?now')).loadSteps();
const layerOf = (steps) => steps.get('step//./workflows/pay//pay').layer;
const namesIn = ({ errors }) => [...errors.keys()].sort();
console.log(JSON.stringify([before, layers().map((layer) => layer === layerOf(steps)), namesIn(layerOf(steps)),
  namesIn(layerOf(kept)), globalThis[Symbol.for('workflow.application-errors')]?.size ?? 0]));
`);
  const names = ['class//./lib/denied//Denied', 'class//./lib/refused//Refused'];
  expect(found).toEqual([0, [true], names, names, 0]);
});
